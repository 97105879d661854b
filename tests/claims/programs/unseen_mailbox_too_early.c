// A message is written to once more after it was given away, through a library without instrumentation.
// UNSEEN: mailbox.c
// FINDINGS: 1
// SAYS: finding 1: data race on *received
#include "threads.h"

extern void put(void* given);
extern void* take(void);

static int content;

static void* send(void* unused) {
  content = 7;
  put(&content);
  content = 8;
  return unused;
}

static void* receive(void* unused) {
  const int* received = take();
  return *received == 0 ? NULL : unused;
}

int main(void) {
  run_both(send, receive);
  return 0;
}
