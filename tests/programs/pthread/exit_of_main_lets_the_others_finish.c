// After pthread_exit in main the process lives until the last thread ends, then exits with 0 by way of atexit.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int finished;

static void check_all_finished(void) {
  if (finished != 2) _exit(1);
}

static void* finish(void* main_thread) {
  assert(pthread_join(*(pthread_t*)main_thread, NULL) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  ++finished;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return NULL;
}

static void* finish_alone(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  ++finished;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  static pthread_t main_thread;
  main_thread = pthread_self();
  assert(atexit(check_all_finished) == 0);
  pthread_t threads[2];
  assert(pthread_create(&threads[0], NULL, finish, &main_thread) == 0);
  assert(pthread_create(&threads[1], NULL, finish_alone, NULL) == 0);
  pthread_exit(NULL);
}
