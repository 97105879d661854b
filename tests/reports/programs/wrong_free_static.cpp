// The name is the default one until a thread sets another; it is freed in any case.
#include <pthread.h>

#include <cstdlib>
#include <cstring>

static char default_name[] = "nobody";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* name = default_name;

static void* set_name(void*) {
  pthread_mutex_lock(&mutex);
  name = strdup("alice");
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static void forget_name() {
  pthread_mutex_lock(&mutex);
  free(name);
  pthread_mutex_unlock(&mutex);
}

int main() {
  pthread_t setter;
  pthread_create(&setter, nullptr, set_name, nullptr);
  forget_name();
  pthread_join(setter, nullptr);
}
