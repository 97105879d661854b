// The lock of a stream, which a thread may take more than once, protects what its writers share.
// CHECK: passes
// TSAN: false-alarm
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int lines;

static void* write_line(void* line) {
  flockfile(stdout);
  flockfile(stdout);
  fputs(line, stdout);
  funlockfile(stdout);
  ++lines;
  funlockfile(stdout);
  return NULL;
}

static void* try_to_write_line(void* line) {
  if (ftrylockfile(stdout) == 0) {
    fputs(line, stdout);
    ++lines;
    funlockfile(stdout);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_line, "one\n");
  pthread_create(&threads[1], NULL, try_to_write_line, "two\n");
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(lines == 1 || lines == 2);
}
