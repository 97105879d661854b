// An owner gives up its reference behind its last use of the object.
// CHECK: passes
// TSAN: silent
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
  {
    std::lock_guard lock(mutex);
    ++object->uses;
  }
  release(object);
}

int main() {
  auto* object = new Object;
  std::thread other(use, object);
  use(object);
  other.join();
}
