// A child that forks and ends leaves a process behind that goes on talking to the program.
// CHECK: passes
// RUNS: 40
#define _GNU_SOURCE
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_daemon[2], from_daemon[2];

static void serve(void) {
  char byte;
  close(to_daemon[1]);
  while (read(to_daemon[0], &byte, 1) == 1) {
    for (volatile int turns = 0; turns < 200000; ++turns) continue;
    ++byte;
    if (write(from_daemon[1], &byte, 1) != 1) _exit(1);
  }
  _exit(0);
}

int main(void) {
  assert(pipe(to_daemon) == 0 && pipe(from_daemon) == 0);
  pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) serve();
    _exit(0);
  }
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  for (char byte = 'a'; byte < 'd'; ++byte) {
    char answer = 0;
    assert(write(to_daemon[1], &byte, 1) == 1);
    assert(read(from_daemon[0], &answer, 1) == 1 && answer == byte + 1);
  }
  return 0;
}
