// The last owner is who counts down to zero.
// CHECK: passes
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<int> references = 2;

static void release(const int* object) {
  if (--references == 0) delete object;
}

int main() {
  const int* object = new int(42);
  std::thread other(release, object);
  release(object);
  other.join();
}
