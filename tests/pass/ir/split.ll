; A function becomes a dispatcher with its name and two private bodies, whose calls stay on their side.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

$odr = comdat any
@counter = global i32 0
@pointer = global ptr @odr
@alias = alias i32 (i32), ptr @strong

; The dispatcher keeps name, linkage and group; its calls are jumps.
; CHECK-LABEL: define linkonce_odr i32 @odr(i32 %{{.*}}) comdat
; CHECK: load i8, ptr @heddle.any_gate
; CHECK: musttail call i32 @odr.heddle.checked(i32 %0) #[[NOINLINE:[0-9]+]]
; CHECK-NEXT: ret i32
; CHECK: musttail call i32 @odr.heddle.clean(i32 %0) #[[NOINLINE]]
; CHECK-NEXT: ret i32
; The bodies are in no group, so that they live where the linker drops the dispatcher.
; CHECK-LABEL: define internal i32 @odr.heddle.checked(i32 %x)
; CHECK-NOT: comdat
; CHECK: @heddle_read
; CHECK-LABEL: define internal i32 @odr.heddle.clean(i32 %x)
; CHECK-NOT: heddle
; CHECK: ret i32
define linkonce_odr i32 @odr(i32 %x) comdat {
  %v = load i32, ptr @counter
  %r = add i32 %v, %x
  ret i32 %r
}

; CHECK-LABEL: define i32 @strong(i32
; CHECK-LABEL: define internal i32 @strong.heddle.checked(
; CHECK: invoke i32 @weak(
; CHECK: invoke i32 %f(
; CHECK-LABEL: define internal i32 @strong.heddle.clean(
; CHECK: call i32 @odr.heddle.clean(
; A weak definition may be replaced when linking: only its name is sure.
; CHECK: call i32 @weak(
; CHECK: call i32 %f(
define i32 @strong(i32 %x) {
  %a = call i32 @odr(i32 %x)
  %b = call i32 @weak(i32 %a)
  %f = load ptr, ptr @pointer
  %c = call i32 %f(i32 %b)
  ret i32 %c
}

; CHECK-LABEL: define weak i32 @weak(
define weak i32 @weak(i32 %x) {
  ret i32 %x
}

; Called through the alias of a constructor, the body is found, too.
; CHECK-LABEL: define internal i32 @by_alias.heddle.clean(
; CHECK: call i32 @strong.heddle.clean(
define i32 @by_alias() {
  %r = call i32 @alias(i32 1)
  ret i32 %r
}

; A local function that only split functions call needs no dispatcher.
; CHECK-NOT: @local(
; CHECK: define internal i32 @local.heddle.clean(
define internal i32 @local() noinline {
  ret i32 1
}
define i32 @calls_local() {
  %r = call i32 @local()
  ret i32 %r
}

; A return slot and variable arguments are passed on as they are.
; CHECK-LABEL: define void @many(ptr sret([4 x i64])
; CHECK: musttail call void (ptr, i32, ...) @many.heddle.checked(ptr sret([4 x i64]) %{{.*}}, i32 %{{.*}}, ...)
define void @many(ptr sret([4 x i64]) %out, i32 %n, ...) {
  ret void
}

; A structure on the caller's stack cannot be passed on by a jump.
; CHECK-NOT: @by_value.heddle
define void @by_value(ptr byval([4 x i64]) %in) {
  ret void
}

; CHECK: attributes #[[NOINLINE]] = { noinline }
