// The counter is read under a spin lock and written behind it.
// FAILS: data-race
// VARIABLE: counter
// TSAN: race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* add(void* unused) {
  pthread_spin_lock(&lock);
  int sum = counter + 1;  // REPORTED
  pthread_spin_unlock(&lock);
  counter = sum;  // REPORTED
  return unused;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
