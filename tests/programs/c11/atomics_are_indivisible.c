// C11 atomic operations and flags are indivisible.
// CHECK: passes
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int added;
static _Atomic(unsigned char) bits;
static atomic_llong exchanged;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int guarded;

static int work(void* number) {
  int own = *(int*)number;
  added += 2;
  bits |= (unsigned char)(1 << own);
  long long seen = atomic_load_explicit(&exchanged, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&exchanged, &seen, seen + own)) {
  }
  while (atomic_flag_test_and_set(&flag)) thrd_yield();
  ++guarded;
  atomic_flag_clear(&flag);
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}

int main(void) {
  static int numbers[] = {1, 2, 3};
  thrd_t threads[3];
  for (int i = 0; i < 3; ++i) assert(thrd_create(&threads[i], work, &numbers[i]) == thrd_success);
  for (int i = 0; i < 3; ++i) assert(thrd_join(threads[i], NULL) == thrd_success);
  assert(added == 6 && bits == 14 && exchanged == 6 && guarded == 3);
  return 0;
}
