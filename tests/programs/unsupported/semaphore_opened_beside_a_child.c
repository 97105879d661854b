// A semaphore is opened by name while there is a child, which could open it, too.
// UNSUPPORTED: a primitive shared between processes
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  sem_t* semaphore = sem_open("/heddle-opened-beside-a-child", O_CREAT, 0600, 1);
  if (semaphore == SEM_FAILED) return 1;
  sem_unlink("/heddle-opened-beside-a-child");
  kill(child, SIGKILL);
  return waitpid(child, NULL, 0) != child;
}
