// A pipe takes single bytes until it is full, and one more when one page was read.
// CHECK: passes
// RUNS: 20
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char page[4096];

static void* drain(void* unused) {
  assert(read(ends[0], page, sizeof page) == (ssize_t)sizeof page);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  assert(fcntl(ends[1], F_SETPIPE_SZ, 4096) == 4096);
  for (int i = 0; i < 4096; i += 8) assert(write(ends[1], page, 8) == 8);
  pthread_t thread;
  pthread_create(&thread, NULL, drain, NULL);
  assert(write(ends[1], page, 1) == 1);
  pthread_join(thread, NULL);
  char letter;
  assert(read(ends[0], &letter, 1) == 1);
  return 0;
}
