// Two threads count without a lock, in the test loop.
#include <heddle/heddle.h>
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
  do {
    counter = 0;
    heddle_start();
    pthread_t first;
    pthread_t second;
    pthread_create(&first, nullptr, count, nullptr);
    pthread_create(&second, nullptr, count, nullptr);
    pthread_join(first, nullptr);
    pthread_join(second, nullptr);
  } while (heddle_restart() != 0);
}
