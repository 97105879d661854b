// Writing locks a stream for as long as it takes: what is done behind it is not protected.
// FAILS: data-race
// VARIABLE: lines
// TSAN: race
#include <pthread.h>
#include <stdio.h>

static int lines;

static void* write_line(void* line) {
  flockfile(stdout);
  fputs(line, stdout);
  funlockfile(stdout);
  ++lines;  // REPORTED
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write_line, "one\n");
  pthread_create(&threads[1], NULL, write_line, "two\n");
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
