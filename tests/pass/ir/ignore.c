// What the user, the compiler or the loader's needs exclude is left alone.
// RUN: %clang -O0 -S -emit-llvm %s -o - | %check
// RUN: printf 'by_*  # a comment\n' > %t.ignore && HEDDLE_IGNORE_FILE=%t.ignore %clang -O0 -S -emit-llvm %s -o - | %check --check-prefixes=CHECK,FILE
// RUN: printf 'src:*/ignore.c\n' > %t.ignore && HEDDLE_IGNORE_FILE=%t.ignore %clang -O0 -S -emit-llvm %s -o - | %check --check-prefix=SOURCE
// RUN: ! HEDDLE_IGNORE_FILE=/nonexistent %clang -O0 -S -emit-llvm %s -o /dev/null 2> %t.error && grep -q 'heddle: cannot read the ignore file /nonexistent' %t.error
#include <heddle/heddle.h>
int counter;
// CHECK-NOT: define internal void @annotated.heddle
HEDDLE_IGNORE void annotated(void) { counter++; }
// CHECK-NOT: define internal void @unsanitized.heddle
__attribute__((disable_sanitizer_instrumentation)) void unsanitized(void) { counter++; }
// CHECK-NOT: define internal void @bare.heddle
__attribute__((naked)) void bare(void) { __asm__("ret"); }
// CHECK-NOT: define internal ptr @resolver.heddle
static void (*resolver(void))(void) { return annotated; }
void chosen(void) __attribute__((ifunc("resolver")));
// FILE-NOT: define internal void @by_file.heddle
void by_file(void) { counter++; }
// CHECK: define internal void @instrumented.heddle.checked
// SOURCE-NOT: .heddle.checked
void instrumented(void) { counter++; }
