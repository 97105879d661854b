// PLAIN: g++
extern "C" {
void AnnotateRWLockAcquired(const char* file, int line, const volatile void* lock, long writes);
void AnnotateRWLockReleased(const char* file, int line, const volatile void* lock, long writes);
}

static int readers;  // -1: a writer

bool hidden_try_lock(bool writes) {
  int seen = __atomic_load_n(&readers, __ATOMIC_RELAXED);
  const bool is_free = writes ? seen == 0 : seen >= 0;
  if (!is_free || !__atomic_compare_exchange_n(&readers, &seen, writes ? -1 : seen + 1, false, __ATOMIC_ACQUIRE,
                                               __ATOMIC_RELAXED)) {
    return false;
  }
  AnnotateRWLockAcquired(__FILE__, __LINE__, &readers, writes ? 1 : 0);
  return true;
}
void hidden_unlock(bool writes) {
  AnnotateRWLockReleased(__FILE__, __LINE__, &readers, writes ? 1 : 0);
  __atomic_fetch_add(&readers, writes ? 1 : -1, __ATOMIC_RELEASE);
}
