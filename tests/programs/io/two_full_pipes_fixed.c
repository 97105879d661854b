// Of two threads that write more than a pipe holds, one reads first.
// CHECK: passes
// RUNS: 50
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

enum { size = 12000 };
static int there[2], back[2];
static char given[2][size], got[2][size];

static void receive(int from, char* to) {
  for (size_t done = 0; done < size;) {
    ssize_t count = read(from, to + done, size - done);
    assert(count > 0);
    done += (size_t)count;
  }
}

static void* answer(void* unused) {
  receive(there[0], got[1]);
  assert(write(back[1], given[1], size) == size);
  return unused;
}

int main(void) {
  assert(pipe(there) == 0 && pipe(back) == 0);
  assert(fcntl(there[1], F_SETPIPE_SZ, 4096) == 4096 && fcntl(back[1], F_SETPIPE_SZ, 4096) == 4096);
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  assert(write(there[1], given[0], size) == size);
  receive(back[0], got[0]);
  pthread_join(thread, NULL);
  return 0;
}
