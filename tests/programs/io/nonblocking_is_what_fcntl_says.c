// O_NONBLOCK is set and cleared by fcntl, for all descriptors of the same file.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(ends) == 0);
  assert((fcntl(ends[0], F_GETFL) & O_NONBLOCK) == 0);
  int copy = dup(ends[0]);
  assert(copy > ends[1]);
  assert(fcntl(copy, F_SETFL, O_NONBLOCK) == 0);
  assert((fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
  assert((fcntl(ends[1], F_GETFL) & O_NONBLOCK) == 0);
  char letter;
  assert(read(ends[0], &letter, 1) == -1 && errno == EAGAIN);
  assert(fcntl(ends[0], F_SETFL, 0) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  assert(read(copy, &letter, 1) == 1 && letter == 'x');
  pthread_join(thread, NULL);
  assert(close(ends[0]) == 0 && close(ends[0]) == -1 && errno == EBADF);
  assert(close(copy) == 0);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
  return 0;
}
