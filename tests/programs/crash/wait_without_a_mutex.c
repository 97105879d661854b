// The mutex of a condition wait is no more, and a null pointer in its place.
// FAILS: crash SIGSEGV
#include "lost_update.h"

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void fail(void) {
  pthread_mutex_t* volatile mutex = NULL;
  pthread_cond_wait(&condition, mutex);  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
