// A thread waits in a pipe for what another one writes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void* write_byte(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t writer;
  pthread_create(&writer, NULL, write_byte, NULL);
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  pthread_join(writer, NULL);
}
