// A two-thread counter in the test loop, with enough interleavings (184,756) to keep a search busy.
#include <heddle/heddle.h>
#include <pthread.h>

static int counter;

static void* count(void*) {
  for (int turn = 0; turn < 5; ++turn) {
    ++counter;
  }
  return nullptr;
}

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
