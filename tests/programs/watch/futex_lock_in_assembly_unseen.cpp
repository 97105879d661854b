// A lock of a word and futex calls, all in assembly, keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
#include <linux/futex.h>
#include <sys/syscall.h>

#include <cassert>
#include <thread>

#include "hidden.h"

static int word;  // 0: free, 1: taken, 2: taken, and somebody may wait
static int balance;

static void lock() {
  if (hidden_compare_exchange(&word, 0, 1) != 0) {
    while (hidden_exchange(&word, 2) != 0) {
      hidden_call(SYS_futex, reinterpret_cast<long>(&word), reinterpret_cast<void*>(FUTEX_WAIT_PRIVATE), 2);
    }
  }
}
static void unlock() {
  if (hidden_exchange(&word, 0) == 2) {
    hidden_call(SYS_futex, reinterpret_cast<long>(&word), reinterpret_cast<void*>(FUTEX_WAKE_PRIVATE), 1);
  }
}

static void deposit() {
  lock();
  balance = balance + 1;
  unlock();
}

int main() {
  std::thread first(deposit);
  std::thread second(deposit);
  first.join();
  second.join();
  assert(balance == 2);
}
