// A timed wait is given a null pointer for its deadline.
// FAILS: crash SIGSEGV
#include "lost_update.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void fail(void) {
  struct timespec* volatile deadline = NULL;
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, deadline);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
