// PLAIN: g++
#include <sched.h>

static int word;

void hidden_lock() {
  while (__atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) != 0) {
    sched_yield();
  }
}
void hidden_unlock() { __atomic_store_n(&word, 0, __ATOMIC_RELEASE); }
