// What a thread waits for is written by libc, which nobody has instrumented.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static volatile char word[8];

static void* wait_for_word(void* unused) {
  while (word[1] == '\0') {
  }
  assert(word[0] == 'g');
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_word, NULL);
  snprintf((char*)word, sizeof word, "%s", "go");
  pthread_join(waiter, NULL);
  return 0;
}
