// Fresh blocks are no choice.
// LEDGER: none
// COMPLETE: yes
#include <stdlib.h>

#include "threads.h"

static void* use(void* unused) {
  int* number = malloc(sizeof *number);
  *number = 1;
  static void* kept[2];
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  kept[kept[0] != NULL] = number;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  run_both(use, use);
  return 0;
}
