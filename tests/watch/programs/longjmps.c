// Functions are left by longjmp, again and again: what they are called from stays the same.
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static int count;

static void __attribute__((noinline)) descend(jmp_buf target, int depth) {
  ++count;
  if (depth == 0) {
    longjmp(target, 1);
  }
  descend(target, depth - 1);
}

static void* jumps(void* argument) {
  for (volatile int round = 0; round < 20; ++round) {
    jmp_buf target;
    if (setjmp(target) == 0) {
      descend(target, 3);
    }
  }
  return argument;
}

int main(void) {
  pthread_t one;
  pthread_t other;
  pthread_create(&one, NULL, jumps, NULL);
  pthread_create(&other, NULL, jumps, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return count > 0 ? 0 : 1;
}
