; A unit without sites has its records all the same; everything refers to everything by distance.
; RUN: %opt %s | %check
; RUN: %opt %s -o %t.1 && %opt %s -o %t.2 && cmp %t.1 %t.2
source_filename = "unit/name.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
; CHECK-DAG: @heddle.any_gate = internal global i8 0
; CHECK-DAG: @heddle.gates = internal global [1 x i8] zeroinitializer, section "heddle_gates"
; CHECK-DAG: @llvm.compiler.used = appending global [2 x ptr] [ptr @heddle.gates, ptr @heddle.any_gate]
; CHECK-DAG: @heddle.sites = internal constant [1 x %heddle.site] zeroinitializer, section "heddle_sites", align 8
; CHECK-DAG: @heddle.string = private unnamed_addr constant [12 x i8] c"unit/name.c\00", align 1
; CHECK-DAG: @heddle.unit = internal constant %heddle.unit { i32 5, i32 0, i64 sub (i64 ptrtoint (ptr @heddle.sites to i64), {{.*}}, align 8
; CHECK-DAG: @heddle.note = internal constant %heddle.note <{ i32 7, i32 16, i32 1, [8 x i8] c"heddle\00\00", i32 5, i32 0, i64 sub (i64 ptrtoint (ptr @heddle.unit to i64), {{.*}}, section ".note.heddle", align 4
; CHECK-DAG: @llvm.used = appending global [2 x ptr] [ptr @heddle.note, ptr @heddle.function]
; CHECK-DAG: @heddle.function = private constant i32 0, section "heddle_functions", align 4
; CHECK-DAG: @__start_heddle_functions = external hidden constant i32
; CHECK-DAG: @__stop_heddle_functions = external hidden constant i32
; CHECK-NOT: declare
