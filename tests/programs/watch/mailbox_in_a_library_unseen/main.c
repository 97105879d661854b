// A mailbox in a library that heddle does not see hands a block over, which its receiver frees.
// CHECK: passes
// STRATEGY: wp
// HB: hint
// LIBRARY: lib.c
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void publish(int* message);
int* take(void);

static void* send(void* unused) {
  int* message = malloc(sizeof *message);
  *message = 42;
  publish(message);
  return unused;
}

static void* receive(void* unused) {
  int* message = take();
  assert(message == NULL || *message == 42);
  free(message);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, send, NULL);
  pthread_create(&threads[1], NULL, receive, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  free(take());
  return 0;
}
