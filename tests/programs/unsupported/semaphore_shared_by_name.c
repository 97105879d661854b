// A child takes a named semaphore of its parent.
// UNSUPPORTED: a primitive shared between processes
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  char name[64];
  snprintf(name, sizeof name, "/heddle-shared-by-name-%d", (int)getpid());
  sem_unlink(name);  // of an execution that was ended
  sem_t* semaphore = sem_open(name, O_CREAT | O_EXCL, 0600, 0);
  if (semaphore == SEM_FAILED) return 1;
  sem_unlink(name);
  pid_t child = fork();
  if (child == 0) _exit(sem_wait(semaphore));
  sem_post(semaphore);
  int status;
  waitpid(child, &status, 0);
  return status;
}
