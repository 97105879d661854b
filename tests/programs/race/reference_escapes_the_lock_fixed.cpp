// A copy of what the lock guards is handed out.
// CHECK: passes
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

class Setting {
 public:
  int get() {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void set(int value) {
    std::lock_guard lock(mutex_);
    value_ = value;
  }

 private:
  std::mutex mutex_;
  int value_ = 1;
};

int main() {
  Setting setting;
  std::thread writer([&setting] { setting.set(2); });
  const int value = setting.get();
  assert(value == 1 || value == 2);
  writer.join();
}
