// A thread looks at the errno of another one through a pointer.
// FAILS: data-race
// TSAN: race
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int* where;

static void* look(void* unused) {
  assert(*where >= 0);  // REPORTED
  return unused;
}

int main(void) {
  where = &errno;
  pthread_t looker;
  pthread_create(&looker, NULL, look, NULL);
  errno = EINVAL;  // REPORTED
  pthread_join(looker, NULL);
  return 0;
}
