// Creates a thread of its own.
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* unused) { return unused; }

void unseen_thread(int wanted) {
  pthread_t thread;
  if (wanted && pthread_create(&thread, NULL, nothing, NULL) == 0) {
    pthread_join(thread, NULL);
  }
}
