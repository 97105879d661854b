// A reference to what the lock guards is handed out.
// FAILS: data-race
// VARIABLE: value_
// TSAN: silent
#include <cassert>
#include <mutex>
#include <thread>

class Setting {
 public:
  const int& get() {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void set(int value) {
    std::lock_guard lock(mutex_);
    value_ = value;  // REPORTED
  }

 private:
  std::mutex mutex_;
  int value_ = 1;
};

int main() {
  Setting setting;
  std::thread writer([&setting] { setting.set(2); });
  const int& value = setting.get();
  assert(value == 1 || value == 2);  // REPORTED
  writer.join();
}
