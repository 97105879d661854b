// The pointer is published before the object behind it is filled: who looks without the lock uses an empty object.
// FINDS: assertion get()->limit == 16
// PREEMPTIONS: 1
// FIXED: the object is filled before it is published
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
  int limit;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings* _Atomic published;

static struct settings* get(void) {
  struct settings* settings = published;
  if (settings == NULL) {
    pthread_mutex_lock(&mutex);
    settings = published;
    if (settings == NULL) {
      settings = calloc(1, sizeof *settings);
#ifdef FIXED
      settings->limit = 16;
      published = settings;
#else
      published = settings;
      settings->limit = 16;
#endif
    }
    pthread_mutex_unlock(&mutex);
  }
  return settings;
}

static void* use(void* unused) {
  assert(get()->limit == 16);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(published);
  return 0;
}
