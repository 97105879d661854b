; Hooks of atomic operations are in both bodies, with one site for the two; the operation itself is not changed.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@word = global i64 0
@wide = global i128 0
@pointer = global ptr null

; Kind and order: store release, load acquire, exchange-and-add acq_rel, compare-exchange seq_cst/acquire, fence.
; CHECK: @heddle.sites = internal constant [{{[0-9]+}} x %heddle.site] [
; CHECK-SAME: i8 7, i8 3, i32 8
; CHECK-SAME: i8 6, i8 2, i32 8
; CHECK-SAME: i8 8, i8 4, i32 8
; CHECK-SAME: i8 9, i8 37, i32 8
; CHECK-SAME: i8 9, i8 37, i32 16
; CHECK-SAME: i8 9, i8 37, i32 8
; CHECK-SAME: i8 10, i8 5, i32 0

; CHECK-LABEL: define internal void @operations.heddle.checked()
; CHECK: load volatile i8, ptr @heddle_atomics_on
; CHECK: call preserve_mostcc void @heddle_atomic(ptr @word, ptr @heddle.sites)
; CHECK: store atomic i64 1, ptr @word release, align 8
; CHECK-LABEL: define internal void @operations.heddle.clean()
; CHECK: call preserve_mostcc void @heddle_atomic(ptr @word, ptr @heddle.sites)
; CHECK: store atomic i64 1, ptr @word release, align 8
; CHECK: call preserve_mostcc void @heddle_atomic(ptr @word, ptr getelementptr inbounds (i8, ptr @heddle.sites, i64 40))
; CHECK: load atomic i64, ptr @word acquire, align 8
; CHECK: call preserve_mostcc void @heddle_atomic(ptr @word, ptr getelementptr inbounds (i8, ptr @heddle.sites, i64 80))
; CHECK: atomicrmw add ptr @word, i64 2 acq_rel
; CHECK: call preserve_mostcc void @heddle_cas(ptr @word, ptr {{.*}}, i64 %v, i64 0)
; CHECK: cmpxchg ptr @word, i64 %v, i64 4 seq_cst acquire
; CHECK: %[[LOW:.*]] = trunc i128 %w to i64
; CHECK: %[[SHIFTED:.*]] = lshr i128 %w, 64
; CHECK: %[[HIGH:.*]] = trunc i128 %[[SHIFTED]] to i64
; CHECK: call preserve_mostcc void @heddle_cas(ptr @wide, ptr {{.*}}, i64 %[[LOW]], i64 %[[HIGH]])
; CHECK: ptrtoint ptr %p to i64
; CHECK: call preserve_mostcc void @heddle_fence(
; CHECK-NEXT: br label
; CHECK: fence seq_cst
; CHECK-NOT: heddle
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NOT: heddle
; CHECK: ret void
define void @operations() {
  store atomic i64 1, ptr @word release, align 8
  %v = load atomic i64, ptr @word acquire, align 8
  %m = atomicrmw add ptr @word, i64 2 acq_rel
  %x = cmpxchg ptr @word, i64 %v, i64 4 seq_cst acquire
  %w = zext i64 %m to i128
  %y = cmpxchg ptr @wide, i128 %w, i128 4 seq_cst acquire
  %p = inttoptr i64 %m to ptr
  %z = cmpxchg ptr @pointer, ptr %p, ptr null seq_cst acquire
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  ret void
}

; On a variable of its own nobody can watch.
; CHECK-LABEL: define internal i32 @private.heddle.clean(
; CHECK-NOT: heddle_
; CHECK: ret i32
define i32 @private() {
  %local = alloca i32
  %v = atomicrmw add ptr %local, i32 1 seq_cst
  ret i32 %v
}
