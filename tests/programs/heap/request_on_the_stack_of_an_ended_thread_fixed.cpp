// Who asks waits until the request on its stack is answered.
// CHECK: passes
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
    while (request.answer == 0) {
    }
  });
  while (!pending) {
  }
  pending.load()->answer = 42;
  client.join();
}
