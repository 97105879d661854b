// A mutex is used as a gate: one thread locks it and another one unlocks it.
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void* open_gate(void*) {
  pthread_mutex_unlock(&gate);
  return nullptr;
}

int main() {
  pthread_mutex_lock(&gate);
  pthread_t opener;
  pthread_create(&opener, nullptr, open_gate, nullptr);
  pthread_join(opener, nullptr);
}
