// A thread that waits with a recursive mutex which it has locked twice keeps it.
// FAILS: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t mutex;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* make_ready(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_t thread;
  pthread_create(&thread, 0, make_ready, 0);
  while (!ready) {
    pthread_cond_wait(&changed, &mutex);  // REPORTED
  }
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
