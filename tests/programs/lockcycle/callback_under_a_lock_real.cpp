// A button calls its listener with its lock held; the listener changes the button with its own lock held.
// FAILS: deadlock
#include <functional>
#include <mutex>
#include <thread>

struct Button {
  std::mutex mutex;
  std::function<void()> listener;
  bool enabled = true;
  void press() {
    std::lock_guard held(mutex);
    listener();
  }
  void enable(bool value) {
    std::lock_guard held(mutex);  // REPORTED
    enabled = value;
  }
};

struct Dialog {
  std::mutex mutex;
  Button button;
  int presses = 0;
  void pressed() {
    std::lock_guard held(mutex);  // REPORTED
    ++presses;
  }
  void close() {
    std::lock_guard held(mutex);
    button.enable(false);
  }
};

int main() {
  Dialog dialog;
  dialog.button.listener = [&dialog] { dialog.pressed(); };
  std::thread user([&dialog] { dialog.button.press(); });
  std::thread closer([&dialog] { dialog.close(); });
  user.join();
  closer.join();
}
