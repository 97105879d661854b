// SIGPIPE is ignored, or asked for not to be sent, or handled: the call returns EPIPE.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int sockets[2];
static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

static void* hang_up(void* unused) {
  close(ends[0]);
  close(sockets[0]);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  signal(SIGPIPE, SIG_IGN);
  pthread_t thread;
  pthread_create(&thread, NULL, hang_up, NULL);
  ssize_t written = write(ends[1], "x", 1);
  assert(written == 1 || errno == EPIPE);
  pthread_join(thread, NULL);
  signal(SIGPIPE, SIG_DFL);
  assert(send(sockets[1], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
  signal(SIGPIPE, handle);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE && handled == SIGPIPE);
  handled = 0;
  assert(send(sockets[1], "x", 1, 0) == -1 && errno == EPIPE && handled == SIGPIPE);
  return 0;
}
