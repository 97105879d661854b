// Atomic operations of 1, 2, 4, 8 and 16 bytes give what they should, with every interleaving.
// EXECUTIONS: 924
// COMPILER: gcc clang-19
// FLAGS: -mcx16
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t one;
static _Atomic uint16_t two;
static _Atomic uint32_t four;
static _Atomic uint64_t eight;
static __int128 sixteen;

/* Six operations in each of two threads: C(12, 6) interleavings. */
static void* work(void* argument) {
  const uint32_t bit = *(const uint32_t*)argument;
  atomic_fetch_add(&one, 1);
  atomic_fetch_sub_explicit(&two, 1, memory_order_relaxed);
  atomic_fetch_or_explicit(&four, bit, memory_order_acq_rel);
  atomic_fetch_xor(&eight, bit);
  __atomic_fetch_add(&sixteen, (__int128)1 << 64, __ATOMIC_SEQ_CST);
  uint32_t expected = 3;
  if (!atomic_compare_exchange_strong(&four, &expected, 7)) assert(expected == bit || expected == 7);
  return NULL;
}

int main(void) {
  static const uint32_t bits[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, (void*)&bits[i]) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(one == 2);
  assert(two == UINT16_MAX - 1);
  assert(four == 7);
  assert(atomic_exchange(&eight, 5) == 3);
  assert(eight == 5);
  assert(__atomic_load_n(&sixteen, __ATOMIC_SEQ_CST) == (__int128)2 << 64);
  return 0;
}
