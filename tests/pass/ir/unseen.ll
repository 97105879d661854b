; Before what no hook announces stands a mark.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@counter = global i32 0
@hidden = internal thread_local global i32 0
declare void @unknown()
declare i32 @pure(i32) memory(none)
declare i32 @sched_yield()
declare i32 @pthread_mutex_trylock(ptr)
declare i64 @time(ptr)
declare noalias ptr @malloc(i64)
declare void @llvm.x86.sse2.pause()
declare i64 @llvm.readcyclecounter()
declare ptr @llvm.threadlocal.address.p0(ptr)

; Whoever calls by name or pointer may not be instrumented.
; CHECK-LABEL: define void @spins(ptr
; CHECK: checked:
; CHECK-NEXT: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: musttail call void @spins.heddle.checked(
; CHECK: clean:
; CHECK-NEXT: musttail call void @spins.heddle.clean(
; What spin loops consist of is all seen.
; CHECK-LABEL: define internal void @spins.heddle.checked(
; CHECK-NOT: heddle_unseen
; CHECK: ret void
; In the clean body only atomics are.
; CHECK-LABEL: define internal void @spins.heddle.clean(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: call preserve_mostcc void @heddle_atomic(
; CHECK: ret void
define void @spins(ptr %m) {
  %local = alloca i32
  %v = load atomic i32, ptr @counter seq_cst, align 4
  store volatile i32 %v, ptr %local
  store i32 %v, ptr @counter
  call void @llvm.x86.sse2.pause()
  call void asm sideeffect "pause", "~{memory}"()
  call void asm sideeffect "rep; nop\0A\09", "~{memory}"()
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 @sched_yield()
  %b = call i32 @pthread_mutex_trylock(ptr %m)
  %c = call i32 @pure(i32 1)
  call void @known()
  ret void
}

; CHECK-LABEL: define internal void @known.heddle.checked(
define void @known() noinline {
  store i32 1, ptr @counter
  ret void
}

; CHECK-LABEL: define internal void @calls.heddle.checked(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke void @unknown()
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke void %f()
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke i64 @time(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke void asm sideeffect "lock incl
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: call i64 @llvm.readcyclecounter(
; CHECK: ret void
define void @calls(ptr %f) {
  call void @unknown()
  call void %f()
  %t = call i64 @time(ptr null)
  call void asm sideeffect "lock incl $0", "*m,~{memory}"(ptr elementtype(i32) @counter)
  %n = call i64 @llvm.readcyclecounter()
  ret void
}

; Private, but not on the stack. Reading it is no matter: only the thread itself writes it.
; CHECK-LABEL: define internal i32 @writes.heddle.checked(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: store i32 1, ptr %t
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: %[[P:.*]] = invoke noalias ptr @malloc(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: store i32 2, ptr %[[P]]
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: atomicrmw add ptr %[[P]], i32 1
; CHECK-NOT: heddle_unseen
; CHECK: ret i32
define i32 @writes() {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @hidden)
  store i32 1, ptr %t
  %p = call noalias ptr @malloc(i64 4)
  store i32 2, ptr %p
  %o = atomicrmw add ptr %p, i32 1 seq_cst
  %a = load i32, ptr %t
  %b = load i32, ptr %p
  %s = add i32 %a, %b
  ret i32 %s
}

; A function kept whole has no dispatcher.
; CHECK-LABEL: define void @whole(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK: @heddle_write(
define void @whole(ptr byval(i32) %argument) {
  store i32 1, ptr @counter
  ret void
}

; What looks like a coroutine's stack will be on the heap.
; CHECK-LABEL: define void @coroutine(
; CHECK: first:
; CHECK-NEXT: store i8 1, ptr @heddle_unseen
; CHECK: second:
; CHECK-NEXT: store i8 1, ptr @heddle_unseen
define void @coroutine() presplitcoroutine {
  br label %first
first:
  br label %second
second:
  ret void
}

