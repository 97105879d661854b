// What is recorded of an execution fits neither into memory nor on the disk: conflicts behind its end are not seen.
// DISK: 96k
// HUNT: --strategy=wp --memory=16K
// LEDGER: trace-end
// SAYS: lacks its end
#include <pthread.h>

#include "threads.h"

enum { kWords = 1 << 15, kLooks = 60000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned table[kWords];
static unsigned total;

// In no order that could be foreseen, so that hardly anything of it can be left out.
static void* scan(void* unused) {
  unsigned random = 1;
  unsigned sum = 0;
  for (int look = 0; look < kLooks; ++look) {
    random = random * 1664525U + 1013904223U;
    sum += table[random >> 17];
  }
  pthread_mutex_lock(&mutex);
  total += sum;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  run_both(scan, scan);
  return 0;
}
