// What is polled sets no time for what the handler waits for that interrupted the poll.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/timerfd.h>
#include <time.h>

static int timer;
static sem_t handled, go_on;
static atomic_int posted;

static void handle(int number) {
  (void)number;
  sem_post(&handled);
  while (sem_wait(&go_on) == -1) {
  }
  assert(posted);
}

static void* poll_timer(void* unused) {
  struct pollfd polled = {.fd = timer, .events = POLLIN};
  poll(&polled, 1, -1);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, 0);
  sem_init(&handled, 0, 0);
  sem_init(&go_on, 0, 0);
  timer = timerfd_create(CLOCK_MONOTONIC, 0);
  pthread_t thread;
  pthread_create(&thread, 0, poll_timer, 0);
  pthread_kill(thread, SIGUSR1);
  sem_wait(&handled);
  struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
  timerfd_settime(timer, 0, &soon, 0);
  struct timespec while_it_expires = {.tv_nsec = 5000000};
  nanosleep(&while_it_expires, 0);
  posted = 1;
  sem_post(&go_on);
  pthread_join(thread, 0);
  return 0;
}
