// What the byte in the pipe announces is written behind it.
// FAILS: data-race
// VARIABLE: details
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int details;

static void* send(void* unused) {
  assert(write(ends[1], "!", 1) == 1);
  details += 42;  // REPORTED
  return unused;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  assert(details == 0 || details == 42);  // REPORTED
  pthread_join(sender, NULL);
  return 0;
}
