// cnd_wait, cnd_signal and cnd_broadcast hand work over; cnd_timedwait gives thrd_timedout when nobody signals.
// CHECK: passes
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t changed;
static cnd_t never;
static int stage;

static int wait_for_stages(void* unused) {
  (void)unused;
  assert(mtx_lock(&mutex) == thrd_success);
  while (stage < 1) assert(cnd_wait(&changed, &mutex) == thrd_success);
  ++stage;
  assert(cnd_broadcast(&changed) == thrd_success);
  while (stage < 3) assert(cnd_wait(&changed, &mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  return 0;
}

int main(void) {
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(cnd_init(&never) == thrd_success);
  thrd_t threads[2];
  for (int i = 0; i < 2; ++i) assert(thrd_create(&threads[i], wait_for_stages, NULL) == thrd_success);

  assert(mtx_lock(&mutex) == thrd_success);
  struct timespec now;
  int result;
  assert(timespec_get(&now, TIME_UTC) == TIME_UTC);
  do result = cnd_timedwait(&never, &mutex, &now);
  while (result == thrd_success);
  assert(result == thrd_timedout);
  stage = 1;
  assert(cnd_signal(&changed) == thrd_success);
  assert(cnd_signal(&changed) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  for (int i = 0; i < 2; ++i) assert(thrd_join(threads[i], NULL) == thrd_success);
  assert(stage == 3);
  cnd_destroy(&changed);
  cnd_destroy(&never);
  mtx_destroy(&mutex);
  return 0;
}
