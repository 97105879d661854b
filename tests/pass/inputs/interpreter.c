/* A small interpreter with the C features that passes get wrong: computed goto, setjmp, variable arguments, structures
 * by value, bit fields, unions, arrays of variable length, inline assembly, call-backs, weak and aliased functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUSH, ADD, MULTIPLY, DUPLICATE, PRINT, HALT };

static int run(const int* code) {
  static void* const labels[] = {&&push, &&add, &&multiply, &&duplicate, &&print, &&halt};
  int stack[16];
  int top = 0;
  goto* labels[*code];
push:
  stack[top++] = code[1];
  code += 2;
  goto* labels[*code];
add:
  --top;
  stack[top - 1] += stack[top];
  goto* labels[*++code];
multiply:
  --top;
  stack[top - 1] *= stack[top];
  goto* labels[*++code];
duplicate:
  stack[top] = stack[top - 1];
  ++top;
  goto* labels[*++code];
print:
  printf("top %d\n", stack[top - 1]);
  goto* labels[*++code];
halt:
  return stack[top - 1];
}

struct matrix {
  double cell[3][3];
};
static struct matrix product(struct matrix a, struct matrix b) {
  struct matrix result;
  memset(&result, 0, sizeof result);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) result.cell[i][j] += a.cell[i][k] * b.cell[k][j];
  return result;
}

struct flags {
  unsigned ready : 1;
  unsigned level : 5;
  signed delta : 10;
};
union word {
  uint64_t all;
  struct {
    uint32_t low, high;
  } half;
  unsigned char bytes[8];
};

static jmp_buf recovery;
static int attempts;
static void give_up(int code) { longjmp(recovery, code); }
static int recover(void) {
  volatile int tries = 0;
  int code = setjmp(recovery);
  attempts++;
  if (code < 3) {
    tries = tries + 1;
    give_up(code + 1);
  }
  return code * 10 + tries;
}

static double total(const char* kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  double sum = 0;
  for (const char* kind = kinds; *kind; ++kind) sum += *kind == 'i' ? va_arg(list, int) : va_arg(list, double);
  for (const char* kind = kinds; *kind; ++kind) sum += *kind == 'i' ? va_arg(copy, int) : va_arg(copy, double);
  va_end(copy);
  va_end(list);
  return sum;
}

static int descending(const void* a, const void* b) { return *(const int*)b - *(const int*)a; }

__attribute__((weak)) int weak_function(void) { return 5; }
int real_function(void) { return 6; }
int aliased_function(void) __attribute__((alias("real_function")));

static int variable_length(int n) {
  int squares[n];
  for (int i = 0; i < n; ++i) squares[i] = i * i;
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += squares[i];
  return sum;
}

static uint64_t rotate(uint64_t value) {
  __asm__("rolq $8, %0" : "+r"(value));
  return value;
}

__attribute__((constructor)) static void before_main(void) { puts("constructor"); }
static _Noreturn void finish(int code) {
  fflush(stdout);
  exit(code);
}

int main(void) {
  const int code[] = {PUSH, 3, DUPLICATE, MULTIPLY, PUSH, 4, ADD, PRINT, HALT};
  printf("run %d\n", run(code));
  struct matrix m = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  m = product(m, product(m, m));
  printf("matrix %g %g\n", m.cell[0][0], m.cell[2][2]);
  struct flags flags = {1, 17, -5};
  flags.level += 3;
  flags.delta -= 4;
  union word word = {.all = 0x0102030405060708};
  word.half.low ^= 0xff;
  printf("bits %u %u %d %x %d\n", flags.ready, flags.level, flags.delta, word.half.low, word.bytes[7]);
  printf("recover %d attempts %d\n", recover(), attempts);
  printf("total %g\n", total("idid", 1, 2.5, 3, 4.25));
  int numbers[] = {4, 8, 1, 9, 3};
  qsort(numbers, 5, sizeof numbers[0], descending);
  printf("sorted %d %d %d\n", numbers[0], numbers[2], numbers[4]);
  printf("functions %d %d %d\n", weak_function(), aliased_function(), variable_length(10));
  printf("rotate %llx\n", (unsigned long long)rotate(word.all));
  char text[200];
  snprintf(text, sizeof text, "%s-%0*d", "text", 6, 42);
  memmove(text + 3, text, strlen(text) + 1);
  printf("%s\n", text);
  finish(0);
}
