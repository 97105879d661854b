// Process and thread ids stay the same; main's thread id is the process id and threads have others.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static pid_t process;
static volatile int branch;

static void* look(void* place) {
  pid_t own = gettid();
  assert(getpid() == process);
  assert(own == gettid() && own != process);
  if (own % 2) branch = own;
  *(pid_t*)place = own;
  return NULL;
}

int main(void) {
  process = getpid();
  assert(process > 0 && gettid() == process);
  assert(getppid() == getppid());
  assert(getuid() == getuid());
  pid_t ids[3];
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, look, &ids[i]) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(ids[0] != 0 && ids[1] != 0 && ids[2] != 0);
  return 0;
}
