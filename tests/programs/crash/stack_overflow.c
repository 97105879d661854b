// Recursion without end ends the run when the stack is full.
// FAILS: crash stack overflow
#include "lost_update.h"

// Volatile, so that it looks as if it could end. The frames are smaller than a guard page.
static volatile int limit = -1;

__attribute__((noinline)) static int dive(int depth) {
  volatile char frame[3072];
  frame[depth % 3072] = 1;
  if (depth == limit) return 0;
  return dive(depth + 1) + frame[depth % 3072];
}

static void fail(void) { dive(0); }

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
