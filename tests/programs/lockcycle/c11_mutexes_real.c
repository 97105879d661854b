// Two mutexes of C11 are taken in opposite orders, and one of them is only tried first.
// FAILS: deadlock
#include <stddef.h>
#include <threads.h>

static mtx_t left;
static mtx_t right;

static int left_first(void* unused) {
  (void)unused;
  if (mtx_trylock(&left) == thrd_success) {
    mtx_lock(&right);  // REPORTED
    mtx_unlock(&right);
    mtx_unlock(&left);
  }
  return 0;
}

static int right_first(void* unused) {
  (void)unused;
  mtx_lock(&right);
  mtx_lock(&left);  // REPORTED
  mtx_unlock(&left);
  mtx_unlock(&right);
  return 0;
}

int main(void) {
  mtx_init(&left, mtx_plain);
  mtx_init(&right, mtx_plain);
  thrd_t threads[2];
  thrd_create(&threads[0], left_first, NULL);
  thrd_create(&threads[1], right_first, NULL);
  thrd_join(threads[0], NULL);
  thrd_join(threads[1], NULL);
  return 0;
}
