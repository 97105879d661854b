// A static object's destructor, run after main, can stop and join the thread its constructor started.
// CHECK: passes
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

struct Worker {
  Worker()
      : thread([this] {
          while (!stop) std::this_thread::yield();
        }) {}
  ~Worker() {
    stop = true;
    thread.join();
  }
  std::atomic<bool> stop{false};
  std::thread thread;
};

static Worker worker;

int main() { assert(worker.thread.joinable()); }
