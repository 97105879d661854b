// A reader waits for the end of a file of which it holds a writing end itself.
// FAILS: deadlock
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* write_and_close(void* copy) {
  assert(write(*(int*)copy, "x", 1) == 1);
  assert(close(*(int*)copy) == 0);
  return NULL;
}

int main(void) {
  assert(pipe(ends) == 0);
  int copy = dup(ends[1]);
  pthread_t thread;
  pthread_create(&thread, NULL, write_and_close, &copy);
  char letter;
  while (read(ends[0], &letter, 1) == 1) continue;  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
