// Later executions take fewer steps, because a file has grown: schedules that need the others are left, and counted.
// HUNT: --bound=2 --reset=snapshot --tolerate
// LEDGER: diverged varies
// COMPLETE: no
// SAYS: diverged from the schedule; schedules that begin the same way were not explored
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int more;

static void* count(void* unused) {
  for (int i = 0; i < 2 + more; ++i) {
    pthread_mutex_lock(&mutex);
    ++sum;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  int file = open("growing", O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct stat status;
  if (file < 0 || write(file, "x", 1) != 1 || fstat(file, &status) != 0) return 0;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  more = status.st_size < 20 ? 1 : 0;
  run_both(count, count);
  return 0;
}
