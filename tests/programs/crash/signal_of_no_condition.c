// A condition variable that nobody waits for is signalled through a null pointer.
// FAILS: crash SIGSEGV
#include "lost_update.h"

static void fail(void) {
  pthread_cond_t* volatile condition = NULL;
  pthread_cond_signal(condition);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
