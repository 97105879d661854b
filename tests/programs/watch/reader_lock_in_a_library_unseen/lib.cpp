// PLAIN: g++
// How many readers there are, or -1: a writer.
static int users;

bool hidden_try_read() {
  int before = __atomic_load_n(&users, __ATOMIC_RELAXED);
  while (before >= 0) {
    if (__atomic_compare_exchange_n(&users, &before, before + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return true;
    }
  }
  return false;
}
void hidden_end_read() { __atomic_fetch_sub(&users, 1, __ATOMIC_RELEASE); }

bool hidden_try_write() {
  int before = 0;
  return __atomic_compare_exchange_n(&users, &before, -1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
void hidden_end_write() { __atomic_store_n(&users, 0, __ATOMIC_RELEASE); }
