// epoll_wait names every pipe that is ready, level-triggered, until it was read and taken out.
// CHECK: passes
// RUNS: 100
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { pipes = 3 };
static int ends[pipes][2];

static void* write_one(void* pipe) {
  assert(write(((int*)pipe)[1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  int set = epoll_create1(0);
  pthread_t threads[pipes];
  for (int i = 0; i < pipes; ++i) {
    assert(pipe(ends[i]) == 0);
    struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = (unsigned)i};
    assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[i][0], &wanted) == 0);
    pthread_create(&threads[i], NULL, write_one, ends[i]);
  }
  for (int served = 0; served < pipes;) {
    struct epoll_event events[pipes];
    int count = epoll_wait(set, events, pipes, -1);
    assert(count > 0);
    for (int i = 0; i < count; ++i, ++served) {
      int reader = ends[events[i].data.u32][0];
      char letter;
      assert(read(reader, &letter, 1) == 1);
      assert(epoll_ctl(set, EPOLL_CTL_DEL, reader, NULL) == 0);
    }
  }
  struct epoll_event none;
  assert(epoll_wait(set, &none, 1, 0) == 0);
  for (int i = 0; i < pipes; ++i) pthread_join(threads[i], NULL);
  return 0;
}
