// Frees a block if the other thread has said so, which it does one line too early: in one of the two orders it writes
// to memory that is gone, and nobody notices.
#include <pthread.h>
#include <stdlib.h>

static int done;
static int* block;

static void* work(void* unused) {
  (void)unused;
  done = 1;
  block[3] = 7;
  return NULL;
}

int main(void) {
  block = malloc(16 * sizeof *block);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  const int early = done;
  if (early) {
    free(block);
  }
  pthread_join(worker, NULL);
  if (!early) {
    free(block);
  }
  return 0;
}
