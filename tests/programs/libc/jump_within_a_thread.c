// setjmp and longjmp work within a thread, across calls and lock operations.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;

__attribute__((noinline)) static void jump_out_of(int depth, jmp_buf back) {
  if (depth > 0) jump_out_of(depth - 1, back);
  assert(pthread_mutex_lock(&mutex) == 0);
  ++shared;
  assert(pthread_mutex_unlock(&mutex) == 0);
  longjmp(back, 7);
}

static void* work(void* unused) {
  jmp_buf back;
  volatile int calls = 0;
  int result = setjmp(back);
  assert(result == (calls ? 7 : 0));
  if (calls++ < 2) jump_out_of(3, back);
  assert(calls == 3);

  sigjmp_buf with_mask;
  if (sigsetjmp(with_mask, 1) == 0) siglongjmp(with_mask, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared == 4);
  return 0;
}
