// alarm ends a longer sleep, and the time that is left is told.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int number) { handled = number; }

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGALRM, &action, NULL);
  assert(alarm(100) == 0);
  assert(alarm(1) == 100 || handled);
  struct timespec ten = {.tv_sec = 10}, left = {0};
  // The alarm may come before the sleep, which then lasts.
  int result = nanosleep(&ten, &left);
  assert(handled == SIGALRM);
  assert(result == 0 || (errno == EINTR && left.tv_sec < 10 && left.tv_sec + left.tv_nsec > 0));
  assert(alarm(0) == 0);
  return 0;
}
