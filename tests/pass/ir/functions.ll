; A unit names every function it defines, which may be dropped or merged with those of others: its entry goes along.
; RUN: %opt %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

$shared = comdat any

; Each of them has clones.
; CHECK-DAG: @heddle.function.1 = private constant i32 {{.*}}@heddle.here{{.*}}@heddle.function.1{{.*}}section "heddle_functions", align 4, !associated
; CHECK-DAG: = private constant i32 {{.*}}section "heddle_functions", comdat($shared), align 4, !associated
; CHECK-DAG: @heddle.here = private alias void (), ptr @alone
; CHECK-DAG: @heddle.here.{{[0-9]+}} = private alias void (), ptr @shared
; CHECK-DAG: @heddle.here.{{[0-9]+}} = private alias void (), ptr @alone.heddle.clean
; CHECK-DAG: @llvm.compiler.used = appending global {{.*}}ptr @heddle.function.1, ptr @heddle.function.2
; CHECK-NOT: ptr @elsewhere
define void @alone() {
  ret void
}

define weak_odr void @shared() comdat {
  ret void
}

define available_externally void @elsewhere() {
  ret void
}

declare void @other()
