// A handler with SA_RESTART does not interrupt waitpid.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];
static pthread_t main_thread;

static void ignore(int number) { (void)number; }

static void* interrupt(void* unused) {
  pthread_kill(main_thread, SIGUSR1);
  close(ends[1]);  // lets the child end
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  main_thread = pthread_self();
  assert(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    char byte;
    close(ends[1]);
    _exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, NULL);
  int status;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return pthread_join(thread, NULL);
}
