// A thread that comes too early fails, one that comes later races: no execution does both.
#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<bool> is_open;
static int visitors;

static void* visit(void* unused) {
  assert(is_open.load(std::memory_order_relaxed));
  ++visitors;
  return unused;
}

int main() {
  pthread_t visitor;
  pthread_create(&visitor, nullptr, visit, nullptr);
  is_open.store(true, std::memory_order_relaxed);
  ++visitors;
  pthread_join(visitor, nullptr);
}
