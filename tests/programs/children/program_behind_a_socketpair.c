// A program that reads and writes one end of a socketpair, which blocks there; the other end is the parent's.
// CHECK: passes
// RUNS: 30
#define _GNU_SOURCE
#include <assert.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  posix_spawn_file_actions_t actions;
  assert(posix_spawn_file_actions_init(&actions) == 0);
  assert(posix_spawn_file_actions_adddup2(&actions, ends[1], 0) == 0);
  assert(posix_spawn_file_actions_adddup2(&actions, ends[1], 1) == 0);
  char* arguments[] = {"cat", NULL};
  pid_t child;
  assert(posix_spawnp(&child, "cat", &actions, NULL, arguments, environ) == 0);
  assert(posix_spawn_file_actions_destroy(&actions) == 0 && close(ends[1]) == 0);
  for (int round = 0; round < 3; ++round) {
    char text[8] = "";
    assert(write(ends[0], "hello", 5) == 5);
    assert(recv(ends[0], text, 5, MSG_WAITALL) == 5 && strcmp(text, "hello") == 0);
  }
  assert(shutdown(ends[0], SHUT_WR) == 0);
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  return close(ends[0]);
}
