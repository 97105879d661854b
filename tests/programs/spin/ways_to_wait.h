// Twenty threads, each of which waits for ever in another way. Nobody writes what they wait for: a livelock, if it is
// seen of every single one; otherwise the one that is not goes on to the step limit.
#include <immintrin.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

inline std::atomic<bool> flag;
inline std::atomic<bool> locked{true};
inline std::atomic<int> owner{1};
inline std::atomic<int> zero;
inline std::atomic<unsigned> sequence{1};
inline std::atomic_flag taken = ATOMIC_FLAG_INIT;
inline volatile int plain;
inline int table[4];
inline std::mutex mutex;
inline std::shared_mutex shared_mutex;
inline pthread_spinlock_t spin_lock;
inline sem_t semaphore;
struct Node {
  std::atomic<Node*> next;
  std::atomic<int> value;
};
inline Node node;

inline bool is_set() { return flag.load(std::memory_order_relaxed); }
__attribute__((noinline)) inline bool is_set_far_away(const std::atomic<bool>& which, int depth) {
  volatile int padding[3] = {depth, depth, depth};
  return depth == 0 ? which.load() : is_set_far_away(which, padding[1] - 1);
}

inline void wait_by_load() {
  while (!is_set()) {
  }
}
inline void wait_by_exchange() {
  while (locked.exchange(true)) {
  }
}
inline void wait_by_test_and_set() {
  while (taken.test_and_set(std::memory_order_acquire)) {
    while (taken.test(std::memory_order_relaxed)) {
    }
  }
}
inline void wait_by_compare_exchange() {
  int expected = 0;
  while (!owner.compare_exchange_weak(expected, 7)) {
    expected = 0;
  }
}
inline void wait_by_compare_exchange_strong() {
  for (int expected = 0; !owner.compare_exchange_strong(expected, 7); expected = 0) {
    std::this_thread::yield();
  }
}
inline void wait_by_adding_nothing() {
  while (zero.fetch_add(0) == 0 && zero.fetch_or(0) == 0) {
  }
}
inline void wait_by_volatile() {
  while (plain == 0) {
  }
}
inline void wait_by_volatile_and_yield() {
  while (plain == 0) {
    sched_yield();
  }
}
inline void wait_by_pause() {
  while (!is_set()) {
    _mm_pause();
    asm volatile("pause");
    asm volatile("rep; nop" ::: "memory");
  }
}
inline void wait_by_yields() {
  while (!is_set()) {
    std::this_thread::yield();
    thrd_yield();
  }
}
inline void wait_by_fence() {
  while (!is_set()) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
}
inline void wait_by_try_lock() {
  while (!mutex.try_lock()) {
  }
}
inline void wait_by_try_lock_and_yield() {
  while (!mutex.try_lock()) {
    std::this_thread::yield();
  }
}
inline void wait_by_other_tries() {
  while (!shared_mutex.try_lock() && !shared_mutex.try_lock_shared() && pthread_spin_trylock(&spin_lock) != 0 &&
         sem_trywait(&semaphore) != 0 && errno == EAGAIN) {
  }
}
inline void wait_for_a_sequence() {
  unsigned before = 0;
  int sum = 0;
  do {
    before = sequence.load(std::memory_order_acquire);
    sum = table[0] + table[1] + table[2];
    std::atomic_thread_fence(std::memory_order_acquire);
  } while (before % 2 != 0 || sum != 0 || before != sequence.load(std::memory_order_relaxed));
}
inline void wait_along_a_list() {
  while (node.next.load() == nullptr || node.next.load()->value.load() == 0) {
  }
}
inline void wait_in_a_loop_in_a_loop() {
  for (;;) {
    for (int index = 0; index < 4; ++index) {
      if (table[index] != 0) {
        return;
      }
    }
    std::this_thread::yield();
  }
}
inline void wait_by_a_call() {
  while (!is_set_far_away(flag, 3)) {
  }
}
inline void wait_by_stores() {
  while (!is_set()) {
    zero.store(0);
    table[3] = 0;
  }
}
inline void wait_for_nothing() {
  for (;;) {
    std::this_thread::yield();
  }
}

inline int wait_in_every_way() {
  pthread_spin_init(&spin_lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&spin_lock);
  sem_init(&semaphore, 0, 0);
  taken.test_and_set();
  mutex.lock();
  shared_mutex.lock();
  node.next.store(&node);
  std::vector<std::thread> threads;
  for (void (*way)() : {wait_by_load,
                        wait_by_exchange,
                        wait_by_test_and_set,
                        wait_by_compare_exchange,
                        wait_by_volatile,
                        wait_by_volatile_and_yield,
                        wait_by_pause,
                        wait_by_compare_exchange_strong,
                        wait_by_yields,
                        wait_by_try_lock,
                        wait_by_other_tries,
                        wait_by_try_lock_and_yield,
                        wait_for_a_sequence,
                        wait_by_fence,
                        wait_in_a_loop_in_a_loop,
                        wait_along_a_list,
                        wait_by_a_call,
                        wait_by_stores,
                        wait_by_adding_nothing,
                        wait_for_nothing}) {
    threads.emplace_back(way);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return 0;
}
