// The claim holds for the standard input that was read.
// INPUT: a line
// LEDGER: input
// COMPLETE: yes
// SAYS: this standard input
#include <pthread.h>
#include <stdio.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  ++sum;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  char line[80];
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  run_both(add, add);
  return 0;
}
