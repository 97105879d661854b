// A handler without SA_RESTART interrupts waitpid, whose caller takes that for the end of the child.
// FAILS: assertion
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
  struct sigaction action = {.sa_handler = ignore};
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
  assert(waitpid(child, &status, 0) == child);  // REPORTED
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return pthread_join(thread, NULL);
}
