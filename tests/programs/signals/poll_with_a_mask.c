// ppoll lets a signal in for as long as it waits, so that it cannot come before: the fix for poll behind a check.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stopping;
static int ends[2];

static void stop(int number) { stopping = number; }

static void* serve(void* outside) {
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  while (!stopping) assert(ppoll(&polled, 1, NULL, outside) == -1 && errno == EINTR);
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  assert(pipe(ends) == 0);
  sigset_t user1, before;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &user1, &before);
  pthread_t thread;
  pthread_create(&thread, NULL, serve, &before);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
