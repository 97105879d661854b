// poll of two pipes says which can be read: one, the other, or both.
// STATES: a b ab
// EXECUTIONS: 4
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>

#include "states.h"

static int ends[2][2];

static void* write_one(void* which) {
  assert(write(*(int*)which, "x", 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pipe(ends[i]) == 0);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_one, &ends[i][1]);
  struct pollfd polled[3] = {{ends[0][0], POLLIN, 0}, {ends[1][0], POLLIN, 0}, {-1, POLLIN, 0}};
  int count = poll(polled, 3, -1);
  int a = polled[0].revents == POLLIN, b = polled[1].revents == POLLIN;
  assert(count == a + b && polled[2].revents == 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%s%s", a ? "a" : "", b ? "b" : "");
  return 0;
}
