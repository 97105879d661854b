// A library that heddle does not see hands a message over, and nobody says so: it may be a race.
// CHECK: passes
// HB: hint
// LIBRARY: lib.c
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void publish(void);
int is_published(void);

static int message;

static void* consumer(void* unused) {
  if (is_published()) {
    assert(message == 1);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  message = 1;
  publish();
  pthread_join(thread, NULL);
  return 0;
}
