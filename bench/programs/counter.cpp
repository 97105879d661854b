// The counter of counter_loop.cpp on its own: one pass.
#include <pthread.h>

namespace {

int counter;

void* count(void*) {
  for (int turn = 0; turn < 3; ++turn) {
    ++counter;
  }
  return nullptr;
}

}  // namespace

int main() {
  pthread_t first;
  pthread_t second;
  pthread_create(&first, nullptr, count, nullptr);
  pthread_create(&second, nullptr, count, nullptr);
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
}
