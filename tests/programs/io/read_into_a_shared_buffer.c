// A thread reads from a pipe into memory that another looks at, without a lock: before, or after.
// STATES: old new
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#include "states.h"

static int ends[2];
static char letter = 'o';

static void* receive(void* unused) {
  assert(read(ends[0], &letter, 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0 && write(ends[1], "n", 1) == 1);
  pthread_t thread;
  pthread_create(&thread, NULL, receive, NULL);
  char seen = letter;
  pthread_join(thread, NULL);
  final_state("%s", seen == 'o' ? "old" : "new");
  return 0;
}
