// An access to a mapped file behind its end ends the run.
// FAILS: crash SIGBUS
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "lost_update.h"

static void fail(void) {
  int empty = memfd_create("empty", MFD_CLOEXEC);
  volatile char* behind = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, empty, 0);
  close(empty);
  if (behind != MAP_FAILED) (void)*behind;  // REPORTED
}

int main(void) {
  add_with_two_threads(fail);
  return 0;
}
