// Replacing the program by execve.
// UNSUPPORTED: execve
#include <stddef.h>
#include <unistd.h>

int main(void) {
  char* arguments[] = {"true", NULL};
  char* environment[] = {NULL};
  execve("/bin/true", arguments, environment);
  return 1;
}
