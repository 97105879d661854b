// flock on descriptors of their own, and locks of open file descriptions, keep threads apart: no data race.
// HUNT: --bound=2 --time=20
// LEDGER: none
// COMPLETE: yes
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "threads.h"

static char path[] = "/tmp/heddle-file-lock-XXXXXX";
static int flocked;
static int described;

static void* work(void* unused) {
  const int file = open(path, O_RDWR);
  if (flock(file, LOCK_EX | LOCK_NB) == 0) {
    ++flocked;
    flock(file, LOCK_UN);
  }
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(file, F_OFD_SETLK, &all) == 0) ++described;
  close(file);
  return unused;
}

int main(void) {
  close(mkstemp(path));
  run_both(work, work);
  unlink(path);
  return 0;
}
