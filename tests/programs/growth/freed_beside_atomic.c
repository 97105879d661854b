// A block that is accessed atomically only is freed while another thread may still look into it. Freed memory is 253.
// STATES: 5 253
#include <pthread.h>
#include <stdlib.h>

#include "states.h"

static unsigned char* block;
static unsigned char seen;

static void* look(void* unused) {
  seen = __atomic_load_n(block, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(1);
  __atomic_store_n(block, 5, __ATOMIC_SEQ_CST);
  pthread_create(&thread, NULL, look, NULL);
  free(block);
  pthread_join(thread, NULL);
  final_state("%d", seen);
  return 0;
}
