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
declare noalias ptr @malloc(i64)
declare double @pow(double, double)
declare void @llvm.x86.sse2.pause()
declare i64 @llvm.readcyclecounter()
declare ptr @llvm.threadlocal.address.p0(ptr)

; Whoever calls by name or pointer may not be instrumented; if it is, it has said so.
; CHECK-LABEL: define void @spins(ptr
; CHECK-SAME: prefix i64 7308326677676306124 {
; CHECK: checked:
; CHECK-NEXT: %[[CALLED:.*]] = load ptr, ptr @heddle_called
; CHECK-NEXT: %[[OTHER:.*]] = icmp ne ptr %[[CALLED]], @spins
; CHECK-NEXT: %[[OLD:.*]] = load i8, ptr @heddle_unseen
; CHECK-NEXT: %[[WIDE:.*]] = zext i1 %[[OTHER]] to i8
; CHECK-NEXT: %[[NEW:.*]] = or i8 %[[OLD]], %[[WIDE]]
; CHECK-NEXT: store i8 %[[NEW]], ptr @heddle_unseen
; CHECK-NEXT: store ptr null, ptr @heddle_called
; CHECK-NEXT: musttail call void @spins.heddle.checked(
; CHECK: clean:
; CHECK-NEXT: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: store ptr null, ptr @heddle_called
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

; Functions that may be instrumented elsewhere are asked, unless their address would need a definition that the
; program does well without.
; CHECK-LABEL: define internal void @calls.heddle.checked(
; CHECK: icmp ne i64 %{{.*}}, 7308326677676306124
; CHECK: store i8 %{{.*}}, ptr @heddle_unseen
; CHECK-NEXT: store ptr @unknown, ptr @heddle_called
; CHECK-NEXT: invoke void @unknown()
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %f to i64
; CHECK-NEXT: %[[IN_PAGE:.*]] = and i64 %[[ADDRESS]], 4095
; CHECK-NEXT: %[[ROOM:.*]] = icmp uge i64 %[[IN_PAGE]], 8
; CHECK-NEXT: %[[BEFORE:.*]] = sub i64 %[[ADDRESS]], 8
; CHECK-NEXT: %[[PLACE:.*]] = select i1 %[[ROOM]], i64 %[[BEFORE]], i64 %[[ADDRESS]]
; CHECK-NEXT: %[[POINTER:.*]] = inttoptr i64 %[[PLACE]] to ptr
; CHECK-NEXT: %[[MARK:.*]] = load i64, ptr %[[POINTER]], align 1
; CHECK-NEXT: %[[BARE:.*]] = icmp ne i64 %[[MARK]], 7308326677676306124
; CHECK-NEXT: %[[SO_FAR:.*]] = load i8, ptr @heddle_unseen
; CHECK-NEXT: %[[BIT:.*]] = zext i1 %[[BARE]] to i8
; CHECK-NEXT: %[[SUM:.*]] = or i8 %[[SO_FAR]], %[[BIT]]
; CHECK-NEXT: store i8 %[[SUM]], ptr @heddle_unseen
; CHECK-NEXT: store ptr %f, ptr @heddle_called
; CHECK-NEXT: invoke void %f()
; CHECK-NOT: @pow, ptr @heddle_called
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke double @pow(
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: invoke void asm sideeffect "lock incl
; CHECK: store i8 1, ptr @heddle_unseen
; CHECK-NEXT: call i64 @llvm.readcyclecounter(
; CHECK: ret void
define void @calls(ptr %f) {
  call void @unknown()
  call void %f()
  %p = call double @pow(double 2.0, double 3.0)
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
; CHECK: @heddle_write4(
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

