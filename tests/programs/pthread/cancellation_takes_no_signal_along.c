// A waiter that was signalled is not cancelled any more in that wait: the signal would be lost for the other one.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int tokens;

static void unlock(void* unused) {
  (void)unused;
  pthread_mutex_unlock(&mutex);
}

static void* take(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, 0);
  while (tokens == 0) {
    pthread_cond_wait(&more, &mutex);
  }
  --tokens;
  pthread_cleanup_pop(1);
  return unused;
}

static void give(void) {
  pthread_mutex_lock(&mutex);
  ++tokens;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t one, other;
  void* result;
  pthread_create(&one, 0, take, 0);
  pthread_create(&other, 0, take, 0);
  give();
  pthread_cancel(one);
  pthread_join(one, &result);
  if (result != PTHREAD_CANCELED) {
    give();
  }
  pthread_join(other, 0);
  return 0;
}
