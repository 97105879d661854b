// Recursion without end ends the run when the stack is full.
// FAILS: crash stack overflow
#include "lost_update.h"

// The volatile makes it look as if it could end.
static volatile int limit = -1;

__attribute__((noinline)) static int dive(int depth) {
  volatile char frame[4096];
  frame[0] = (char)depth;
  if (depth == limit) return 0;
  return dive(depth + 1) + frame[0];
}

static void fail(void) { dive(0); }

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
