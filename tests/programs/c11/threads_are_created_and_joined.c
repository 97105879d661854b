// thrd_create, thrd_join, thrd_exit, thrd_detach, thrd_current, thrd_equal, thrd_yield and thrd_sleep do their jobs.
// CHECK: passes
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static atomic_int detached_done;

static int return_value(void* place) {
  *(thrd_t*)place = thrd_current();
  thrd_yield();
  return 42;
}

static int exit_value(void* unused) {
  (void)unused;
  assert(thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL) == 0);
  thrd_exit(-7);
}

static int run_detached(void* unused) {
  (void)unused;
  atomic_store(&detached_done, 1);
  return 0;
}

int main(void) {
  thrd_t first;
  thrd_t second;
  thrd_t third;
  thrd_t first_itself;
  assert(thrd_create(&first, return_value, &first_itself) == thrd_success);
  assert(thrd_create(&second, exit_value, NULL) == thrd_success);
  assert(!thrd_equal(first, second) && !thrd_equal(first, thrd_current()));
  int result;
  assert(thrd_join(first, &result) == thrd_success && result == 42);
  assert(thrd_equal(first, first_itself));
  assert(thrd_join(second, &result) == thrd_success && result == -7);
  assert(thrd_create(&third, run_detached, NULL) == thrd_success);
  assert(thrd_detach(third) == thrd_success);
  while (!atomic_load(&detached_done)) thrd_yield();
  return 0;
}
