// Opposite orders with a lock that only its owner takes, and which is given from one owner to the next under a third.
// CHECK: passes
#include <memory>
#include <mutex>
#include <thread>

struct Buffer {
  std::mutex mutex;
};

static std::mutex log_mutex;
static std::mutex pool_mutex;
static std::unique_ptr<Buffer> spare = std::make_unique<Buffer>();

static std::unique_ptr<Buffer> take() {
  std::lock_guard held(pool_mutex);
  return std::move(spare);
}

static void give_back(std::unique_ptr<Buffer> buffer) {
  std::lock_guard held(pool_mutex);
  spare = std::move(buffer);
}

int main() {
  std::thread fills([] {
    if (auto buffer = take()) {
      {
        std::lock_guard outer(buffer->mutex);
        std::lock_guard inner(log_mutex);
      }
      give_back(std::move(buffer));
    }
  });
  std::thread prints([] {
    if (auto buffer = take()) {
      {
        std::lock_guard outer(log_mutex);
        std::lock_guard inner(buffer->mutex);
      }
      give_back(std::move(buffer));
    }
  });
  fills.join();
  prints.join();
}
