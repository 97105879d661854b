// Two threads that take turns with one atomic counter, in the test loop: executions as short as they get.
#include <heddle/heddle.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>

namespace {

std::atomic<int> counter;
int steps;

void* count(void*) {
  for (int step = 0; step < steps; ++step) {
    counter.fetch_add(1);
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  steps = argc > 1 ? std::atoi(argv[1]) : 10;
  do {
    heddle_start();
    pthread_t first;
    pthread_t second;
    pthread_create(&first, nullptr, count, nullptr);
    pthread_create(&second, nullptr, count, nullptr);
    pthread_join(first, nullptr);
    pthread_join(second, nullptr);
  } while (heddle_restart() != 0);
}
