// A message through a library without instrumentation: what was written before is read after. No race is found.
// UNSEEN: mailbox.c
// LEDGER: uninstrumented
// COMPLETE: yes
// NEVER: finding 1
#include <assert.h>

#include "threads.h"

extern void put(void* given);
extern void* take(void);

static int content;

static void* send(void* unused) {
  content = 7;
  put(&content);
  return unused;
}

static void* receive(void* unused) {
  const int* received = take();
  assert(*received == 7);
  return unused;
}

int main(void) {
  run_both(send, receive);
  return 0;
}
