// epoll_wait names two pipes in the order in which they were written.
// STATES: ab ba
// EXECUTIONS: 2
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>

#include "states.h"

static int ends[2][2];

static void* write_one(void* which) {
  assert(write(*(int*)which, "x", 1) == 1);
  return NULL;
}

int main(void) {
  int set = epoll_create1(0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    assert(pipe(ends[i]) == 0);
    struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = (unsigned)i};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[i][0], &wanted) == 0);
  }
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_one, &ends[i][1]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  struct epoll_event events[2];
  assert(epoll_wait(set, events, 2, -1) == 2);
  final_state("%c%c", 'a' + (int)events[0].data.u32, 'a' + (int)events[1].data.u32);
  return 0;
}
