// In C++ pthread_exit runs destructors and cleanup handlers on the way out; catch (...) sees it and must pass it on.
// CHECK: passes
#include <pthread.h>

#include <cassert>
#include <string>

static std::string order;

struct Noting {
  explicit Noting(char letter) : letter(letter) {}
  ~Noting() { order += letter; }
  char letter;
};

static void note_cleanup(void*) { order += 'c'; }

static void leave() {
  Noting inner('i');
  pthread_cleanup_push(note_cleanup, nullptr);
  pthread_exit(&order);
  pthread_cleanup_pop(0);
}

static void* body(void*) {
  Noting outer('o');
  try {
    leave();
  } catch (...) {
    order += 'x';
    throw;
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  void* result = nullptr;
  assert(pthread_create(&thread, nullptr, body, nullptr) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == &order);
  assert(order == "cixo");
}
