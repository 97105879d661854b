// It looks like a loop that waits, for nobody, but it counts on a stack of the program's own, which is short.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <ucontext.h>

static _Atomic int done;
static char stack[16384];
static ucontext_t outside;
static ucontext_t inside;
static int attempts;

static void wait(void) {
  volatile int count = 0;
  while (!atomic_load(&done)) {
    count = count + 1;
    if (count == 20) {
      break;
    }
  }
  attempts = count;
}

static void* enter(void* unused) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, wait, 0);
  swapcontext(&outside, &inside);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, enter, NULL);
  pthread_join(other, NULL);
  assert(attempts == 20);
  return 0;
}
