// An array is filled while another thread reads its last element.
#include <pthread.h>

#include <cstring>

static char table[20];
static char last;

static void* fill(void*) {
  std::memset(table, 1, sizeof table);
  return nullptr;
}

static void* look(void*) {
  last = table[19];
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, fill, nullptr);
  pthread_create(&threads[1], nullptr, look, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  return 0;
}
