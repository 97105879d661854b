; Functions that cannot be copied keep one body, with gates.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@counter = global i32 0

; CHECK-NOT: .heddle.clean
; CHECK-LABEL: define i32 @computed_goto(
; CHECK: @heddle_read
define i32 @computed_goto(i1 %c) {
  %t = select i1 %c, ptr blockaddress(@computed_goto, %one), ptr blockaddress(@computed_goto, %two)
  indirectbr ptr %t, [label %one, label %two]
one:
  %v = load i32, ptr @counter
  ret i32 %v
two:
  ret i32 2
}

; CHECK-LABEL: define void @label(
; CHECK: @heddle_write
define void @label() {
  call void asm sideeffect "my_label: nop", ""()
  store i32 1, ptr @counter
  ret void
}

; CHECK-LABEL: define i32 @returns_twice(
define i32 @returns_twice() returns_twice {
  ret i32 0
}
; CHECK-NOT: .heddle.clean
