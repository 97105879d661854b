// The reader may be gone before the writer has written, and the writer does not expect SIGPIPE.
// FAILS: crash SIGPIPE
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* hang_up(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  if (pipe(ends) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, hang_up, NULL);
  if (write(ends[1], "x", 1) != 1) return 0;  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
