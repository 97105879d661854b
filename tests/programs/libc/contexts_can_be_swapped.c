// A thread may switch between stacks of its own with makecontext and swapcontext, around lock operations.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { stack_size = 64 << 10 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static _Thread_local ucontext_t back;
static _Thread_local ucontext_t generator;

static void generate(void) {
  for (;;) {
    assert(pthread_mutex_lock(&mutex) == 0);
    ++shared;
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(swapcontext(&generator, &back) == 0);
  }
}

static void* work(void* unused) {
  char* stack = malloc(stack_size);
  assert(stack && getcontext(&generator) == 0);
  generator.uc_stack.ss_sp = stack;
  generator.uc_stack.ss_size = stack_size;
  generator.uc_link = NULL;
  makecontext(&generator, generate, 0);
  for (int i = 0; i < 3; ++i) assert(swapcontext(&back, &generator) == 0);
  free(stack);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 6);
  return 0;
}
