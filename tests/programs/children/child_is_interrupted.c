// In a child, a handler interrupts a read, and ppoll lets in what it is told to let in.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int silent[2];
static int told[2];

static void on_signal(int signal) {
  (void)signal;
  assert(write(told[1], "k", 1) == 1);
}

static int interrupted_read(void) {
  char byte;
  return read(silent[0], &byte, 1) == -1 && errno == EINTR ? 7 : 8;
}

static int interrupted_poll(void) {
  sigset_t none;
  sigemptyset(&none);
  struct pollfd polled = {.fd = silent[0], .events = POLLIN};
  return ppoll(&polled, 1, NULL, &none) == -1 && errno == EINTR ? 7 : 8;
}

static void run(int (*body)(void)) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(body());
  }
  int status = 0;
  do {  // it may not have come to its call yet
    assert(kill(child, SIGUSR1) == 0);
  } while (waitpid(child, &status, WNOHANG) == 0);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  char byte = 0;
  assert(read(told[0], &byte, 1) == 1 && byte == 'k');
}

int main(void) {
  assert(pipe(silent) == 0 && pipe(told) == 0);
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  run(interrupted_read);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  run(interrupted_poll);
  return 0;
}
