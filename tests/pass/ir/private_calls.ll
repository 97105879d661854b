; A fresh allocation is private until its address goes somewhere.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare noalias ptr @malloc(i64)
declare void @free(ptr nocapture)
declare void @publish(ptr)

; CHECK-LABEL: define internal i32 @unpublished.heddle.checked(
; CHECK-NOT: @heddle_write
; CHECK: ret i32
define i32 @unpublished() {
  %p = call noalias ptr @malloc(i64 4)
  store i32 1, ptr %p
  %v = load i32, ptr %p
  call void @free(ptr %p)
  ret i32 %v
}

; CHECK-LABEL: define internal void @published.heddle.checked(
; CHECK: call preserve_allcc void @heddle_write4(
define void @published() {
  %p = call noalias ptr @malloc(i64 4)
  call void @publish(ptr %p)
  store i32 1, ptr %p
  ret void
}
