// A buffer is copied as a whole, but only while a flag is up.
// STATES: none 00 10 11
#include <pthread.h>
#include <string.h>

#include "states.h"

static volatile int flag;
static char buffer[12];
static char copy[12];
static int copied;

static void* one(void* unused) {
  flag = 1;
  buffer[3] = 1;
  buffer[10] = 1;
  flag = 0;
  return unused;
}

static void* two(void* unused) {
  if (flag != 0) {
    copied = 1;
    memcpy(copy, buffer, sizeof copy);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  if (copied == 0) {
    final_state("none");
  } else {
    final_state("%d%d", copy[3], copy[10]);
  }
  return 0;
}
