// The processor's time stamp counter tells virtual time: it goes on while a thread sleeps, and repeats.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <x86intrin.h>

static int cells[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* count(void* unused) {
  unsigned processor;
  const unsigned long long before = __rdtsc();
  const struct timespec millisecond = {0, 1000000};
  nanosleep(&millisecond, NULL);
  const unsigned long long after = __rdtscp(&processor);
  assert(after - before > 100000);  // as there are no processors of less than 100 MHz
  pthread_mutex_lock(&lock);
  ++cells[after >> 5 & 3];
  pthread_mutex_unlock(&lock);
  while (__rdtsc() < after + 3000) continue;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  pthread_join(thread, NULL);
  assert(cells[0] + cells[1] + cells[2] + cells[3] == 2);
  return 0;
}
