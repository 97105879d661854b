// A poll with a timeout may end by time or by the write; time passes only in the first case.
// STATES: late ready
// EXECUTIONS: 2
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>

#include "states.h"

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  struct pollfd polled = {ends[0], POLLIN, 0};
  int count = poll(&polled, 1, 5000);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(count == 1 || after.tv_sec >= before.tv_sec + 5);
  assert(polled.revents == (count == 1 ? POLLIN : 0));
  pthread_join(thread, NULL);
  final_state("%s", count == 1 ? "ready" : "late");
  return 0;
}
