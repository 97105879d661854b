// PLAIN: g++
#include <sched.h>

extern "C" {
void __tsan_mutex_pre_lock(void* mutex, unsigned flags);
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
void __tsan_mutex_post_unlock(void* mutex, unsigned flags);
}

static int word;

void hidden_lock() {
  __tsan_mutex_pre_lock(&word, 0);
  while (__atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) != 0) {
    sched_yield();
  }
  __tsan_mutex_post_lock(&word, 0, 1);
}
void hidden_unlock() {
  __tsan_mutex_pre_unlock(&word, 0);
  __atomic_store_n(&word, 0, __ATOMIC_RELEASE);
  __tsan_mutex_post_unlock(&word, 0);
}
