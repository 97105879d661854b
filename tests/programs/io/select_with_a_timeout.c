// select waits for a reader and a writer at once, and clears what is not ready.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  fd_set readers, writers;
  FD_ZERO(&readers);
  FD_ZERO(&writers);
  FD_SET(ends[0], &readers);
  FD_SET(ends[1], &writers);
  struct timeval second = {1, 0};
  assert(select(ends[1] + 1, &readers, &writers, NULL, &second) == 1);
  assert(!FD_ISSET(ends[0], &readers) && FD_ISSET(ends[1], &writers));
  FD_SET(ends[0], &readers);
  second.tv_sec = 1;
  assert(select(ends[1] + 1, &readers, NULL, NULL, &second) == 0 && !FD_ISSET(ends[0], &readers));
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  FD_SET(ends[0], &readers);
  assert(select(ends[0] + 1, &readers, NULL, NULL, NULL) == 1 && FD_ISSET(ends[0], &readers));
  pthread_join(thread, NULL);
  return 0;
}
