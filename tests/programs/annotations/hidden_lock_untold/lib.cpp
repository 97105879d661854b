// PLAIN: g++
static int word;

bool hidden_try_lock() { return __atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) == 0; }
void hidden_unlock() { __atomic_store_n(&word, 0, __ATOMIC_RELEASE); }
