// The reader can do nothing before the write, and nothing of the writer is behind it.
// EXECUTIONS: 1
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, write_one, NULL);
  char letter;
  assert(read(ends[0], &letter, 1) == 1);
  pthread_join(thread, NULL);
  return letter != 'x';
}
