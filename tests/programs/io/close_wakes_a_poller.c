// A thread that polls a pipe is told when the last writer closes.
// CHECK: passes
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* close_writer(void* unused) {
  assert(close(ends[1]) == 0);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, close_writer, NULL);
  struct pollfd polled = {ends[0], POLLIN, 0};
  assert(poll(&polled, 1, -1) == 1 && polled.revents == POLLHUP);
  char letter;
  assert(read(ends[0], &letter, 1) == 0);
  pthread_join(thread, NULL);
  return 0;
}
