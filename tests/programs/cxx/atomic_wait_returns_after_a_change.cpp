// atomic wait of every size blocks while the value is the old one and is woken by notify.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

template <class T>
static void change_and_notify() {
  std::atomic<T> value{T(1)};
  std::thread waiter([&] {
    value.wait(T(1));
    assert(value.load() == T(2));
    value.store(T(3));
    value.notify_all();
  });
  std::thread another([&] {
    for (T seen = value.load(); seen != T(3); seen = value.load()) value.wait(seen);
  });
  value.store(T(2));
  value.notify_all();
  value.wait(T(2));
  waiter.join();
  another.join();
  assert(value.load() == T(3));
  value.wait(T(1));
}

int main() {
  change_and_notify<int>();
  change_and_notify<std::uint64_t>();
  change_and_notify<std::uint8_t>();
  change_and_notify<short>();
  change_and_notify<double>();
}
