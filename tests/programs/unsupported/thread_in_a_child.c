// A thread in a forked child.
// UNSUPPORTED: a thread in a child process that has not called exec
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* body(void* unused) { return unused; }

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, NULL) != 0) _exit(1);
    _exit(pthread_join(thread, NULL));
  }
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}
