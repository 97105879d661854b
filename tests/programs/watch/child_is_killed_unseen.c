// A message is read by a thread that waits for the end of a child, which its writer kills.
// CHECK: passes
// STRATEGY: wp
// HB: errs
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static int message;

static void* receive(void* unused) {
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(message == 42);
  return unused;
}

int main(void) {
  child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, receive, NULL);
  message = 42;
  kill(child, SIGKILL);
  pthread_join(thread, NULL);
  return 0;
}
