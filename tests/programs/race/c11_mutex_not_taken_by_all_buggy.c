// One of two C11 threads takes the mutex.
// FAILS: data-race
// VARIABLE: counter
// TSAN: crash
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int add(void* unused) {
  (void)unused;
  mtx_lock(&mutex);
  ++counter;  // REPORTED
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  mtx_init(&mutex, mtx_plain);
  thrd_t thread;
  thrd_create(&thread, add, NULL);
  ++counter;  // REPORTED
  thrd_join(thread, NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
