// A bit-field is written without the lock, beside another one of the same word.
#include <pthread.h>

struct Flags {
  unsigned ready : 4;
  unsigned done : 4;
};

static Flags flags;

static void* set_ready(void*) {
  flags.ready = 1;
  return nullptr;
}

static void* set_done(void*) {
  flags.done = 2;
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, set_ready, nullptr);
  pthread_create(&threads[1], nullptr, set_done, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  return 0;
}
