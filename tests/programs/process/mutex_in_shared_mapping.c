// A process-shared mutex in a shared mapping works between the threads of one process.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

struct shared {
  pthread_mutex_t mutex;
  int counter;
};

static struct shared* shared;

static void* add(void* unused) {
  for (int i = 0; i < 2; ++i) {
    assert(pthread_mutex_lock(&shared->mutex) == 0);
    ++shared->counter;
    assert(pthread_mutex_unlock(&shared->mutex) == 0);
  }
  return unused;
}

int main(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(shared != MAP_FAILED);
  pthread_mutexattr_t attributes;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutex_init(&shared->mutex, &attributes) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, add, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(shared->counter == 4);
  assert(munmap(shared, sizeof *shared) == 0);
  return 0;
}
