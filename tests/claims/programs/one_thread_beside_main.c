// One thread that is created is something to schedule.
// LEDGER: none
// COMPLETE: yes
// NEVER: nothing to schedule
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  return pthread_join(thread, NULL);
}
