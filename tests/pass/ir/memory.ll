; Copies of few bytes are announced and made in place; others go to the runtime while a gate is on.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@a = global [256 x i8] zeroinitializer
@b = global [256 x i8] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Between what a copy reads and what it writes other threads may come; private memory is copied at once.
; CHECK-LABEL: define internal void @small.heddle.checked()
; CHECK: call preserve_mostcc void @heddle_read_range(ptr @b, i64 48,
; CHECK: %[[FIRST:.*]] = load i64, ptr @b, align 1
; CHECK: %[[LAST:.*]] = load i64, ptr getelementptr inbounds (i8, ptr @b, i64 40), align 1
; CHECK: call preserve_mostcc void @heddle_write_range(ptr @a, i64 48,
; CHECK: store i64 %[[FIRST]], ptr @a, align 1
; CHECK: store i64 %[[LAST]], ptr getelementptr inbounds (i8, ptr @a, i64 40), align 1
; CHECK: call preserve_mostcc void @heddle_read_range(ptr @b, i64 40,
; CHECK: call void @llvm.memcpy.inline.p0.p0.i64(ptr %local, ptr @b, i64 40, i1 false)
; CHECK: call void @llvm.memset.inline.p0.i64(ptr @a, i8 7, i64 64, i1 false)
; CHECK-NOT: llvm.memmove
; CHECK: load i64, ptr @b, align 1
; CHECK: load i32, ptr getelementptr inbounds (i8, ptr @b, i64 8), align 1
; CHECK: store i64 {{.*}}, ptr @a, align 1
; CHECK: store i32 {{.*}}, ptr getelementptr inbounds (i8, ptr @a, i64 8), align 1
; CHECK: ret void
; CHECK-LABEL: define internal void @small.heddle.clean()
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 48, i1 false)
define void @small() {
  %local = alloca [40 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 48, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @b, i64 40, i1 false)
  call void @llvm.memset.p0.i64(ptr @a, i8 7, i64 64, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr @a, ptr @b, i64 12, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @large.heddle.checked(i64 %n)
; CHECK: @heddle_enter
; CHECK: %[[R:.*]] = load i8, ptr
; CHECK-NEXT: %[[W:.*]] = load i8, ptr
; CHECK-NEXT: or i8 %[[R]], %[[W]]
; CHECK: call ptr @heddle_memcpy(ptr @a, ptr @b, i64 %n, ptr {{.*}}@heddle.sites{{.*}}, ptr {{.*}}@heddle.sites
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 %n, i1 false)
; CHECK: call ptr @heddle_memset(ptr @a, i32 0, i64 %n, ptr
; A private side is not announced.
; CHECK: call ptr @heddle_memmove(ptr %local, ptr @b, i64 %n, ptr {{.*}}@heddle.sites{{.*}}, ptr null)
define void @large(i64 %n) {
  %local = alloca [256 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr @a, i8 0, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %local, ptr @b, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define internal void @by_value.heddle.checked()
; CHECK: call preserve_mostcc void @heddle_read_range(ptr @a, i64 256,
; CHECK: call void @take(ptr byval([256 x i8]) @a)
declare void @take(ptr byval([256 x i8]))
define void @by_value() {
  call void @take(ptr byval([256 x i8]) @a)
  ret void
}
