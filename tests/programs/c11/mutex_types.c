// Plain, timed and recursive mtx_t exclude; trylock gives thrd_busy, timedlock thrd_timedout.
// CHECK: passes
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain;
static mtx_t timed;
static mtx_t recursive;
static int shared;

static int add(void* unused) {
  (void)unused;
  assert(mtx_lock(&plain) == thrd_success);
  ++shared;
  assert(mtx_unlock(&plain) == thrd_success);
  assert(mtx_trylock(&timed) == thrd_busy);
  struct timespec now;
  assert(timespec_get(&now, TIME_UTC) == TIME_UTC);
  assert(mtx_timedlock(&timed, &now) == thrd_timedout);
  assert(mtx_trylock(&recursive) == thrd_busy);
  return 0;
}

int main(void) {
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&timed, mtx_timed) == thrd_success);
  assert(mtx_init(&recursive, mtx_timed | mtx_recursive) == thrd_success);
  struct timespec long_ago = {1, 0};
  assert(mtx_timedlock(&timed, &long_ago) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&recursive) == thrd_success);
  assert(mtx_unlock(&recursive) == thrd_success);

  thrd_t threads[2];
  for (int i = 0; i < 2; ++i) assert(thrd_create(&threads[i], add, NULL) == thrd_success);
  for (int i = 0; i < 2; ++i) assert(thrd_join(threads[i], NULL) == thrd_success);
  assert(shared == 2);
  assert(mtx_unlock(&recursive) == thrd_success);
  assert(mtx_unlock(&timed) == thrd_success);
  mtx_destroy(&plain);
  mtx_destroy(&timed);
  mtx_destroy(&recursive);
  return 0;
}
