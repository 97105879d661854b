// A reader gets what was written, and then the end of the file, when the last writer has closed.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_and_close(void* copy) {
  assert(write(*(int*)copy, "xy", 2) == 2);
  assert(close(*(int*)copy) == 0);
  return NULL;
}

int main(void) {
  assert(pipe(ends) == 0);
  int copies[2] = {ends[1], dup(ends[1])};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_and_close, &copies[i]);
  char letter;
  int count = 0;
  while (read(ends[0], &letter, 1) == 1) ++count;
  assert(count == 4);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
