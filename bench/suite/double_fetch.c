// The length of a message in shared memory is checked, then read again for the copy: the sender has changed it.
// FINDS: assertion length <= sizeof copy
// PREEMPTIONS: 1
// FIXED: the length is read once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// Shared with a sender that is not to be trusted.
static struct {
  _Atomic size_t length;
  char text[16];
} message = {4, "four and more"};

static void* receive(void* unused) {
  char copy[8];
  size_t length = message.length;
  if (length <= sizeof copy) {
#ifndef FIXED
    length = message.length;
#endif
    assert(length <= sizeof copy);  // REPORTED
    memcpy(copy, message.text, length);
  }
  return unused;
}

static void* lengthen(void* unused) {
  message.length = 13;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, receive, NULL);
  pthread_create(&threads[1], NULL, lengthen, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
