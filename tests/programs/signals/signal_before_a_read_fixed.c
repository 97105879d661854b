// The self-pipe trick: the handler writes to a pipe that the thread polls, so the signal cannot come too early.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int data[2];
static int wake[2];

static void stop(int number) {
  (void)number;
  int before = errno;
  assert(write(wake[1], "s", 1) == 1);
  errno = before;
}

static void* read_all(void* unused) {
  struct pollfd polled[2] = {{.fd = data[0], .events = POLLIN}, {.fd = wake[0], .events = POLLIN}};
  for (;;) {
    if (poll(polled, 2, -1) < 0) {
      assert(errno == EINTR);
      continue;
    }
    if (polled[1].revents & POLLIN) return unused;
  }
}

int main(void) {
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGUSR1, &action, NULL);
  assert(pipe(data) == 0 && pipe(wake) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
