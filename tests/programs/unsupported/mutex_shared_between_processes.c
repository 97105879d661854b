// A mutex in memory shared with another process, which is made by fork.
// UNSUPPORTED: a primitive shared between processes
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t mutex;
  int counter;
};

int main(void) {
  struct shared* shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->mutex, &attributes);
  pid_t child = fork();
  pthread_mutex_lock(&shared->mutex);
  ++shared->counter;
  pthread_mutex_unlock(&shared->mutex);
  if (child == 0) _exit(0);
  int status;
  waitpid(child, &status, 0);
  return shared->counter != 2;
}
