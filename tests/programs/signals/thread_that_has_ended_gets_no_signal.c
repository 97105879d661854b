// A thread that has ended is not there any more for tgkill, nor for a timer that was to signal it.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static timer_t timer;
static int number;

static void* set(void* unused) {
  number = gettid();
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1};
  event._sigev_un._tid = number;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  struct itimerspec soon = {.it_value = {.tv_nsec = 50000000}};
  timer_settime(timer, 0, &soon, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  pthread_join(thread, 0);
  struct timespec while_it_expires = {.tv_nsec = 200000000};
  nanosleep(&while_it_expires, 0);
  assert(syscall(SYS_tgkill, getpid(), number, 0) == -1 && errno == ESRCH);
  return 0;
}
