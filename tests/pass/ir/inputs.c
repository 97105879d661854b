// What a function tells apart of an unknown value is known before the call, and what the unit compares with stands in a
// note.
// RUN: %clang -O0 -S -emit-llvm %s -o - | %check
// RUN: %clang -O2 -S -emit-llvm %s -o - | %check --check-prefix=FAST
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void* __VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_own(void) { return 1; }
extern void __VERIFIER_assume(int);
extern void abort(void);
extern void use(int);
static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
// FAST-DAG: private unnamed_addr constant [4 x i64] [i64 0, i64 1, i64 2, i64 -1]
// CHECK: @[[ZERO:heddle.input[.0-9]*]] = private unnamed_addr constant [2 x i64] [i64 0, i64 1]
// CHECK: @[[SMALL:heddle.input[.0-9]*]] = private unnamed_addr constant [4 x i64] [i64 0, i64 1, i64 2, i64 -1]
// CHECK: @[[LOOP:heddle.input[.0-9]*]] = private unnamed_addr constant [4 x i64] [i64 1, i64 2, i64 3, i64 0]
// CHECK: @[[REST:heddle.input[.0-9]*]] = private unnamed_addr constant [6 x i64] [i64 0, i64 1, i64 -1, i64 2, i64 -2, i64 -3]
// CHECK: @[[CASES:heddle.input[.0-9]*]] = private unnamed_addr constant [3 x i64] [i64 0, i64 7, i64 9]
// CHECK: @[[WIDE:heddle.input[.0-9]*]] = private unnamed_addr constant [2 x i64] [i64 1001, i64 1000]
// CHECK: @[[NULL:heddle.input[.0-9]*]] = private unnamed_addr constant [2 x i64] [i64 0, i64 1]
// CHECK: @[[DEREFERENCED:heddle.input[.0-9]*]] = private unnamed_addr constant [2 x i64] [i64 0, i64 1]
// CHECK: @heddle.constants = internal constant <{ i32, i32, i32, [8 x i8], i32, i32, [9 x i64] }> <{ i32 7, i32 80, i32 2, [8 x i8] c"heddle\00\00", i32 8, i32 0, [9 x i64] [i64 3, i64 4, i64 7, i64 9, i64 1000, i64 -70000, i64 9223372036854775807, i64 -9223372036854775808, i64 4616752568008179712] }>, section ".note.heddle", align 4
// CHECK: @llvm.used = appending global [3 x ptr] [ptr @heddle.constants, ptr @heddle.note, ptr @heddle.function]

int table[3];

// CHECK: define internal i32 @zero.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[ZERO]], i32 2, i32 1)
// CHECK: call i32 @__VERIFIER_nondet_int()
int zero(void) { return __VERIFIER_nondet_int() ? 1 : 2; }

// CHECK: define internal i32 @small.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[SMALL]], i32 4, i32 1)
int small(void) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value >= 0 && value < 3);
  return table[value];
}

// CHECK: define internal void @loop.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[LOOP]], i32 4, i32 1)
void loop(void) {
  int count = __VERIFIER_nondet_int();
  assume_abort_if_not(count > 0 && count < 4);
  for (int i = 0; i < count; ++i) {
    use(count);
  }
}

// CHECK: define internal i32 @rest.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[REST]], i32 6, i32 1)
int rest(void) { return __VERIFIER_nondet_int() % 3; }

// CHECK: define internal i32 @cases.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[CASES]], i32 3, i32 1)
int cases(void) {
  switch (__VERIFIER_nondet_uint()) {
    case 7:
      return 1;
    case 9:
      return 2;
    default:
      return 3;
  }
}

// CHECK: define internal i32 @wide.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[WIDE]], i32 2, i32 0)
int wide(void) {
  int value = __VERIFIER_nondet_int();
  if (value <= 1000) {
    abort();
  }
  return value + 1;
}

// CHECK: define internal i32 @null.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[NULL]], i32 2, i32 1)
int null(void) { return __VERIFIER_nondet_pointer() == 0; }

// CHECK: define internal i32 @dereferenced.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr @[[DEREFERENCED]], i32 2, i32 0)
int dereferenced(void) { return *(int*)__VERIFIER_nondet_pointer(); }

// Nothing is known of a byte that is used, and that is said.
// CHECK: define internal i32 @unknown.heddle.checked(
// CHECK: call void @heddle_expect_input(ptr null, i32 0, i32 0)
int unknown(double fraction, int number) {
  return __VERIFIER_nondet_uchar() + (number == -70000) + (fraction == 4.5);
}

// The ends of the range are constants like others.
int ends(long number) { return number < 9223372036854775807L && number == -9223372036854775807L - 1; }

// Nothing is said of a function that is defined here.
// CHECK: define internal i32 @own.heddle.checked(
// CHECK-NOT: heddle_expect_input
// CHECK: define internal i32 @__VERIFIER_atomic_add.heddle.checked(
int own(void) { return __VERIFIER_nondet_own(); }

// A section begins before everything and ends before each return.
// CHECK: call void @heddle_section_begin()
// CHECK: call void @heddle_section_end()
// CHECK: ret i32
int __VERIFIER_atomic_add(int more) {
  if (more == 0) {
    return table[0];
  }
  return table[0] += more;
}
