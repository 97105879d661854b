// Threads can write and read back files of their own.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* by_stdio(void* unused) {
  FILE* file = tmpfile();
  assert(file);
  assert(fprintf(file, "%d", 42) == 2);
  rewind(file);
  int value = 0;
  assert(fscanf(file, "%d", &value) == 1 && value == 42);
  assert(fclose(file) == 0);
  return unused;
}

static void* by_descriptor(void* unused) {
  char path[] = "/tmp/heddle-test-XXXXXX";
  int file = mkstemp(path);
  assert(file >= 0);
  assert(write(file, "hello", 5) == 5);
  char text[8] = {0};
  assert(pread(file, text, sizeof text, 0) == 5);
  assert(strcmp(text, "hello") == 0);
  assert(close(file) == 0);
  assert(unlink(path) == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  assert(pthread_create(&threads[0], NULL, by_stdio, NULL) == 0);
  assert(pthread_create(&threads[1], NULL, by_descriptor, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
