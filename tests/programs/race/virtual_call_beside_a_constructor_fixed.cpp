// A thread that calls a virtual function is started when the object is complete.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <cassert>
#include <thread>

struct Service {
  void start() {
    thread = std::thread([this] { work(); });
  }
  virtual ~Service() = default;
  virtual void work() { done = 1; }
  std::atomic<int> done = 0;
  std::thread thread;
};

struct Printer : Service {
  Printer() {}
  void work() override { done = 2; }
};

int main() {
  Printer printer;
  printer.start();
  printer.thread.join();
  assert(printer.done == 1 || printer.done == 2);
}
