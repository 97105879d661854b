// dlopen in the middle of a run finds and calls a function, and the library can be closed again.
// CHECK: passes
#include <dlfcn.h>

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int calls;

static void call_cosine() {
  void* library = dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
  assert(library);
  auto* cosine = reinterpret_cast<double (*)(double)>(dlsym(library, "cos"));
  assert(cosine && cosine(0.0) == 1.0);
  assert(dlsym(library, "no_such_function") == nullptr && dlerror() != nullptr);
  assert(dlclose(library) == 0);
  std::lock_guard lock(mutex);
  ++calls;
}

int main() {
  std::thread one(call_cosine);
  std::thread two(call_cosine);
  one.join();
  two.join();
  assert(calls == 2);
}
