// Both owners may take themselves for the last one: they count down and look in two steps.
// FAILS: double-free
// TSAN: silent
#include <atomic>
#include <thread>

static std::atomic<int> references = 2;

static void release(const int* object) {
  --references;
  if (references == 0) delete object;  // REPORTED
}

int main() {
  const int* object = new int(42);
  std::thread other(release, object);
  release(object);
  other.join();
}
