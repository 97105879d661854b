// The mask of new files is what it was at the start of every execution.
// CHECK: passes
// RESET: fork
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static void* change(void* unused) {
  umask(0137);
  return unused;
}

int main(void) {
  const mode_t before = umask(022);
  assert(before != 0137);
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  pthread_join(thread, NULL);
  assert(umask(before) == 0137);
  return 0;
}
