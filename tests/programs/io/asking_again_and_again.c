// A thread that reads without blocking until there is something lets the writer get on.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_two(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  assert(write(ends[1], "y", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_two, NULL);
  char letter;
  while (read(ends[0], &letter, 1) != 1) assert(errno == EAGAIN);
  assert(letter == 'x');
  struct pollfd polled = {ends[0], POLLIN, 0};
  while (poll(&polled, 1, 0) == 0) continue;
  assert(read(ends[0], &letter, 1) == 1 && letter == 'y');
  pthread_join(thread, NULL);
  return 0;
}
