// A read that does not block may come before the write: EAGAIN, or the letter.
// STATES: nothing letter
// EXECUTIONS: 2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "states.h"

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe2(ends, O_NONBLOCK) == 0);
  assert((fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  char letter;
  ssize_t count = read(ends[0], &letter, 1);
  assert(count == 1 || errno == EAGAIN);
  pthread_join(thread, NULL);
  final_state("%s", count == 1 ? "letter" : "nothing");
  return 0;
}
