// A forked child that goes on with the parent's code: it blocks in read and write as ever.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

enum { rounds = 3, large = 150000 };

static int to_child[2], to_parent[2];
static char block[large];

static int serve(void) {
  close(to_child[1]);
  close(to_parent[0]);
  int number;
  while (read(to_child[0], &number, sizeof number) == sizeof number) {
    number *= 2;
    if (write(to_parent[1], &number, sizeof number) != sizeof number) return 1;
  }
  return write(to_parent[1], block, large) == large ? 9 : 1;  // more than the pipe takes at once
}

int main(void) {
  assert(pipe(to_child) == 0 && pipe(to_parent) == 0);
  pid_t child = fork();
  if (child == 0) _exit(serve());
  assert(close(to_child[0]) == 0 && close(to_parent[1]) == 0);
  for (int round = 0; round < rounds; ++round) {
    int number = round;
    assert(write(to_child[1], &number, sizeof number) == sizeof number);
    assert(read(to_parent[0], &number, sizeof number) == sizeof number);
    assert(number == 2 * round);
  }
  assert(waitpid(child, NULL, WNOHANG) == 0);
  assert(close(to_child[1]) == 0);
  ssize_t count;
  size_t size = 0;
  while ((count = read(to_parent[0], block, large)) > 0) size += (size_t)count;
  assert(size == large);
  int status;
  assert(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 9);
  return 0;
}
