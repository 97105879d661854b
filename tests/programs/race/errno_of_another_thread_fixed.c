// A thread looks at its own errno.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int* where;

static void* look(void* unused) {
  where = &errno;
  assert(*where >= 0);
  return unused;
}

int main(void) {
  where = &errno;
  pthread_t looker;
  pthread_create(&looker, NULL, look, NULL);
  errno = EINVAL;
  pthread_join(looker, NULL);
  return 0;
}
