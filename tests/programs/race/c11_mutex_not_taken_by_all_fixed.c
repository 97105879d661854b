// Both C11 threads take the mutex.
// CHECK: passes
// TSAN: crash
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int add(void* unused) {
  (void)unused;
  mtx_lock(&mutex);
  ++counter;
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  mtx_init(&mutex, mtx_plain);
  thrd_t thread;
  thrd_create(&thread, add, NULL);
  mtx_lock(&mutex);
  ++counter;
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  assert(counter == 1 || counter == 2);
  return 0;
}
