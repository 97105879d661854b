// Who finishes last is to free the buffer, but both may see that nobody is left.
#include <pthread.h>

#include <atomic>
#include <cstdlib>

static std::atomic<int> users = 2;

static void* finish(void* buffer) {
  users--;
  if (users == 0) {
    free(buffer);
  }
  return nullptr;
}

int main() {
  void* buffer = malloc(64);
  pthread_t other;
  pthread_create(&other, nullptr, finish, buffer);
  finish(buffer);
  pthread_join(other, nullptr);
}
