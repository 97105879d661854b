// A constructor starts a thread that calls a virtual function before the derived class is there.
// FAILS: data-race
// TSAN: race
#include <atomic>
#include <cassert>
#include <thread>

struct Service {
  Service() : thread([this] { work(); }) {}  // REPORTED
  virtual ~Service() = default;
  virtual void work() { done = 1; }
  std::atomic<int> done = 0;
  std::thread thread;
};

struct Printer : Service {
  Printer() {}  // REPORTED
  void work() override { done = 2; }
};

int main() {
  Printer printer;
  printer.thread.join();
  assert(printer.done == 1 || printer.done == 2);
}
