// select without descriptors is a sleep.
// CHECK: passes
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/select.h>

int main(void) {
  struct timeval millisecond = {0, 1000};
  return select(0, NULL, NULL, NULL, &millisecond) != 0;
}
