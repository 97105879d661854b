// PLAIN: g++
extern "C" {
void __tsan_mutex_pre_lock(void* mutex, unsigned flags);
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
void __tsan_mutex_post_unlock(void* mutex, unsigned flags);
}

static int word;
static constexpr unsigned kTryLock = 1U << 4U;
static constexpr unsigned kTryLockFailed = 1U << 5U;

bool hidden_try_lock() {
  __tsan_mutex_pre_lock(&word, kTryLock);
  const bool taken = __atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) == 0;
  __tsan_mutex_post_lock(&word, taken ? kTryLock : kTryLock | kTryLockFailed, 1);
  return taken;
}
void hidden_unlock() {
  __tsan_mutex_pre_unlock(&word, 0);
  __atomic_store_n(&word, 0, __ATOMIC_RELEASE);
  __tsan_mutex_post_unlock(&word, 0);
}
