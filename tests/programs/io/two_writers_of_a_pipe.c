// Two threads write a letter each into a pipe: both orders, and each letter once.
// STATES: ab ba
// EXECUTIONS: 4
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#include "states.h"

static int ends[2];

static void* send_letter(void* letter) {
  assert(write(ends[1], letter, 1) == 1);
  return NULL;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, send_letter, "a");
  pthread_create(&threads[1], NULL, send_letter, "b");
  char letters[3] = "";
  assert(read(ends[0], letters, 1) == 1);
  assert(read(ends[0], letters + 1, 1) == 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  final_state("%s", letters);
  return 0;
}
