// Lines written by fprintf in one thread are read by fgets in another, through streams on the ends of a pipe.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* write_lines(void* unused) {
  FILE* out = fdopen(ends[1], "w");
  assert(out);
  for (int i = 0; i < 3; ++i) assert(fprintf(out, "line %d\n", i) == 7 && fflush(out) == 0);
  assert(fclose(out) == 0);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_lines, NULL);
  FILE* in = fdopen(ends[0], "r");
  assert(in);
  char line[16], expected[16];
  int count = 0;
  while (fgets(line, sizeof line, in)) {
    snprintf(expected, sizeof expected, "line %d\n", count++);
    assert(strcmp(line, expected) == 0);
  }
  assert(count == 3 && fclose(in) == 0);
  pthread_join(thread, NULL);
  return 0;
}
