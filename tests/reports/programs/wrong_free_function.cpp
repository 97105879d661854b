// A thread allocates with new[] what another one gives to free().
#include <pthread.h>

#include <cstdlib>

static char* text;

static void* fill(void*) {
  text = new char[32];
  return nullptr;
}

int main() {
  pthread_t filler;
  pthread_create(&filler, nullptr, fill, nullptr);
  pthread_join(filler, nullptr);
  free(text);
}
