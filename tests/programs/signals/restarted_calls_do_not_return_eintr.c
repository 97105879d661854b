// With SA_RESTART a read goes on after the handler; poll returns EINTR all the same.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static int ends[2];
static int interrupted;

static void handle(int number) { handled = number; }

static void* read_all(void* unused) {
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  if (poll(&polled, 1, -1) < 0) {
    assert(errno == EINTR && handled);
    interrupted = 1;
  }
  char letter;
  assert(read(ends[0], &letter, 1) == 1 && letter == 'x');
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, read_all, NULL);
  pthread_kill(thread, SIGUSR1);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(thread, NULL);
  assert(handled);
  return 0;
}
