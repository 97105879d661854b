// The same where main looks before there is another thread.
// HUNT: --detectors=none
// LEDGER: none
// COMPLETE: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value;

static void* set(void* unused) {
  value = 1;
  return unused;
}

int main(void) {
  assert(value == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_join(thread, NULL);
}
