// A loop that waits for a time by reading the clock ends: time passes faster the longer it is polled.
// LEDGER: none
// COMPLETE: yes
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* wait_ten_seconds(void* unused) {
  struct timespec begin;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec < begin.tv_sec + 10);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_ten_seconds, NULL);
  pthread_join(thread, NULL);
  return 0;
}
