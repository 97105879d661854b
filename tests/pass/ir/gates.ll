; A hook stands behind its gate, right before the access. Nothing is left out: x++ is a read and a write.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@counter = global i32 0
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@escapes_not = internal thread_local global i32 0

; The read, the write and the function.
; CHECK-DAG: @heddle.gates = internal global [3 x i8] zeroinitializer, section "heddle_gates", align 1
; CHECK-DAG: @heddle.sites = internal constant [3 x %heddle.site] [{{.*}}], section "heddle_sites", align 8

; CHECK-LABEL: define internal void @increment.heddle.checked()
; CHECK: call preserve_mostcc void @heddle_enter(ptr getelementptr inbounds (i8, ptr @heddle.sites, i64 80))
; CHECK: %[[G:.*]] = load i8, ptr @heddle.gates
; CHECK-NEXT: %[[C:.*]] = icmp ne i8 %[[G]], 0
; CHECK-NEXT: br i1 %[[C]], label %[[HOOK:.*]], label %[[ACCESS:.*]]
; CHECK: [[HOOK]]:
; CHECK-NEXT: call preserve_allcc void @heddle_read4(ptr @counter, ptr @heddle.sites)
; CHECK-NEXT: br label %[[ACCESS]]
; CHECK: [[ACCESS]]:
; CHECK-NEXT: load i32, ptr @counter
; CHECK: load i8, ptr getelementptr inbounds (i8, ptr @heddle.gates, i64 1)
; CHECK: call preserve_allcc void @heddle_write4(ptr @counter, ptr getelementptr inbounds (i8, ptr @heddle.sites, i64 40))
; CHECK: store i32 %{{.*}}, ptr @counter
; CHECK: call preserve_mostcc void @heddle_leave(
; CHECK: ret void
define void @increment() {
  %v = load i32, ptr @counter
  %n = add i32 %v, 1
  store i32 %n, ptr @counter
  ret void
}

; Memory that other threads cannot reach, or that never changes.
; CHECK-LABEL: define i32 @private(
; CHECK-NOT: call {{.*}}@heddle_
; CHECK: ret i32
define i32 @private(i64 %i, ptr byval(i32) %argument) {
  %local = alloca [8 x i32]
  %slot = getelementptr [8 x i32], ptr %local, i64 0, i64 %i
  store i32 1, ptr %slot
  %a = load i32, ptr %slot
  %entry = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %b = load i32, ptr %entry
  %t = call ptr @llvm.threadlocal.address.p0(ptr @escapes_not)
  store i32 %a, ptr %t
  %c = load i32, ptr %argument
  %segment = load i32, ptr addrspace(257) null
  ret i32 %c
}

; CHECK: declare preserve_allcc void @heddle_read4(ptr, ptr) #[[HOOK_ATTRIBUTES:[0-9]+]]
; CHECK: attributes #[[HOOK_ATTRIBUTES]] = { nounwind nonlazybind }
