// A timer that runs while the program computes.
// UNSUPPORTED: setitimer of processor time
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/time.h>

int main(void) {
  struct itimerval soon = {.it_value = {.tv_usec = 1000}};
  return setitimer(ITIMER_VIRTUAL, &soon, NULL);
}
