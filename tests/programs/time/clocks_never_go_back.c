// Read one after the other, by one thread or two ordered by a mutex, a clock never goes back.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/time.h>

#include "../deadline.h"

static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME,
                                   CLOCK_PROCESS_CPUTIME_ID};
enum { clock_count = sizeof clocks / sizeof clocks[0] };
static struct timespec last[clock_count];
static time_t last_second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* read_clocks(void* unused) {
  for (int round = 0; round < 3; ++round) {
    assert(pthread_mutex_lock(&mutex) == 0);
    for (int i = 0; i < clock_count; ++i) {
      struct timespec now;
      assert(clock_gettime(clocks[i], &now) == 0);
      assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
      assert(!is_before(now, last[i]));
      last[i] = now;
    }
    time_t second = time(NULL);
    assert(second >= last_second);
    last_second = second;
    assert(pthread_mutex_unlock(&mutex) == 0);
  }
  return unused;
}

int main(void) {
  struct timespec resolution;
  assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, read_clocks, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
