// exit from a thread ends the process while main waits, after the handlers, last registered first.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int handlers_run;

static void registered_first(void) {
  if (++handlers_run != 2) _exit(1);
  puts("first");
}

static void registered_second(void) {
  if (++handlers_run != 1) _exit(1);
  puts("second");
}

static void* leave(void* unused) {
  assert(atexit(registered_second) == 0);
  exit(0);
  return unused;
}

int main(void) {
  assert(atexit(registered_first) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, leave, NULL) == 0);
  pthread_join(thread, NULL);
  return 1;
}
