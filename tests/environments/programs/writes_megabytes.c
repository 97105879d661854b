// Four megabytes on standard output and as many on standard error, from two threads; fails in some schedules if asked.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char line[4096];
static int counter;
static int expected = 2;

static void* print(void* stream) {
  for (int i = 0; i < 1024; ++i) fwrite(line, sizeof line, 1, stream);
  int before = counter;
  counter = before + 1;
  return NULL;
}

int main(int argc, char** argv) {
  memset(line, 'x', sizeof line - 1);
  line[sizeof line - 1] = '\n';
  if (argc < 2 || strcmp(argv[1], "fail") != 0) expected = 0;
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, print, stdout);
  pthread_create(&threads[1], NULL, print, stderr);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter >= expected);
  return 0;
}
