// vfork and exec of another program.
// UNSUPPORTED: vfork
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", (char*)0);
    _exit(1);
  }
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}
