// A resource limit that is lowered is as it was in the next execution.
// CHECK: passes
// RESET: fork
#include <assert.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(limit.rlim_cur != 100);
  limit.rlim_cur = 100;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  return 0;
}
