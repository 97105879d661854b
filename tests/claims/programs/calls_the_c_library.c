// The C library is known: it is no such code.
// LEDGER: none
// COMPLETE: yes
// NEVER: not instrumented
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  char text[20];
  snprintf(text, sizeof text, "%d", sum);
  sum += (int)strlen(text);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  run_both(add, add);
  return sum == 2 ? 0 : 1;
}
