// A function that must be inlined is inlined on both sides, at every level, and has no frame of its own.
// RUN: %clang -O0 -S -emit-llvm %s -o - | %check
// RUN: %clang -O2 -S -emit-llvm %s -o - | %check
int counter;
__attribute__((always_inline)) static inline int must(void) { return counter++; }
// CHECK-NOT: @must
// CHECK-LABEL: define {{.*}}i32 @caller.heddle.checked(
// CHECK: @heddle_read
// CHECK: @heddle_write
// CHECK-LABEL: define {{.*}}i32 @caller.heddle.clean(
// CHECK-NOT: @heddle_
// CHECK: ret i32
int caller(void) { return must() + 1; }
