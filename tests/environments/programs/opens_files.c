// Threads that open files, with more schedules than fit into little memory.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

enum { kThreads = 3, kRounds = 60 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  const int file = open("/dev/null", O_RDONLY);
  assert(file >= 0);
  for (int round = 0; round < kRounds; ++round) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  close(file);
  return unused;
}

int main(void) {
  pthread_t threads[kThreads];
  for (int index = 0; index < kThreads; ++index) {
    pthread_create(&threads[index], NULL, work, NULL);
  }
  for (int index = 0; index < kThreads; ++index) {
    pthread_join(threads[index], NULL);
  }
}
