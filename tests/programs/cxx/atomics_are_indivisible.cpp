// Atomic read-modify-writes of every kind and width lose nothing.
// CHECK: passes
// FLAGS: -latomic
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
  long first;
  long second;
};

int main() {
  std::atomic<int> number = 0;
  std::atomic<double> real = 0;
  std::atomic<bool> once = false;
  std::atomic<unsigned char> bits = 0;
  int array[8] = {};
  std::atomic<int*> pointer = array;
  std::atomic<Pair> pair = Pair{0, 0};
  std::atomic<int> winners = 0;
  auto work = [&](unsigned char bit) {
    number.fetch_add(3, std::memory_order_relaxed);
    number--;
    real.fetch_add(0.5);
    bits |= bit;
    pointer.fetch_add(2);
    if (!once.exchange(true, std::memory_order_acq_rel)) ++winners;
    Pair seen = pair.load(std::memory_order_acquire);
    while (!pair.compare_exchange_weak(seen, Pair{seen.first + 1, seen.second + 1}, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
    }
    assert(seen.first == seen.second);
  };
  std::thread one(work, 1);
  std::thread two(work, 4);
  one.join();
  two.join();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  assert(number == 4 && real == 1.0 && bits == 5 && pointer == array + 4 && winners == 1);
  assert(pair.load().first == 2);
}
