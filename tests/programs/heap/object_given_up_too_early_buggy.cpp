// An owner gives up its reference before its last use of the object.
// FAILS: use-after-free
// TSAN: heap-use-after-free
#include <mutex>
#include <thread>

struct Object {
  char name[32] = "";
  int references = 2;
  int uses = 0;
};

static std::mutex mutex;

static void release(Object* object) {
  std::lock_guard lock(mutex);
  if (--object->references == 0) delete object;
}

static void use(Object* object) {
  release(object);
  {
    std::lock_guard lock(mutex);
    ++object->uses;  // REPORTED
  }
}

int main() {
  auto* object = new Object;
  std::thread other(use, object);
  use(object);
  other.join();
}
