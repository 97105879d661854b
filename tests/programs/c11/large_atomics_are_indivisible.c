// Atomic operations on a struct too large for one instruction are indivisible.
// CHECK: passes
// FLAGS: -Wno-atomic-alignment -latomic
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

struct triple {
  long a, b, c;
};

static _Atomic(struct triple) large;

static int work(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    struct triple old = atomic_load(&large);
    while (!atomic_compare_exchange_strong(&large, &old, ((struct triple){old.a + 1, old.b + 1, old.c + 1}))) {
    }
    assert(old.a == old.b && old.b == old.c);
  }
  return 0;
}

int main(void) {
  thrd_t threads[2];
  for (int i = 0; i < 2; ++i) assert(thrd_create(&threads[i], work, NULL) == thrd_success);
  for (int i = 0; i < 2; ++i) assert(thrd_join(threads[i], NULL) == thrd_success);
  struct triple end = atomic_load(&large);
  assert(end.a == 4 && end.b == 4 && end.c == 4);
  atomic_store(&large, ((struct triple){0, 0, 0}));
  struct triple zero = atomic_exchange(&large, end);
  assert(zero.a == 0 && zero.b == 0 && zero.c == 0);
  return 0;
}
