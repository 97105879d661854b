/* Two threads that do the same, and wait for each other at the end by a counter of their own. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int done;
static void (*to_do)(int);

static void* work(void* number) {
  to_do((int)(long)number);
  atomic_fetch_add(&done, 1);
  while (atomic_load(&done) < 2) {
    sched_yield();
  }
  return 0;
}

void run_by_two(void (*function)(int)) {
  pthread_t threads[2];
  to_do = function;
  for (long number = 0; number < 2; ++number) {
    pthread_create(&threads[number], 0, work, (void*)number);
  }
  for (int number = 0; number < 2; ++number) {
    pthread_join(threads[number], 0);
  }
}
