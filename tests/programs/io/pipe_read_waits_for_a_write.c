// A blocking read of a pipe that another thread writes.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_one(void* unused) {
  if (write(ends[1], "x", 1) != 1) _exit(1);
  return unused;
}

int main(void) {
  if (pipe(ends) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  char letter;
  if (read(ends[0], &letter, 1) != 1) return 1;
  pthread_join(thread, NULL);
  return letter != 'x';
}
