// What the byte in the pipe announces is written before it.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int details;

static void* send(void* unused) {
  details += 42;
  assert(write(ends[1], "!", 1) == 1);
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  assert(details == 0 || details == 42);
  pthread_join(sender, NULL);
  return 0;
}
