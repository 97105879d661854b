// A request lies on the stack of who asks, and may be answered when that thread is gone.
// FAILS: stack-use-after-exit
// TSAN: silent
#include <atomic>
#include <thread>

struct Request {
  std::atomic<int> answer = 0;
};

static std::atomic<Request*> pending;

int main() {
  std::thread client([] {
    Request request;
    pending = &request;
  });
  client.join();
  pending.load()->answer = 42;  // REPORTED
}
