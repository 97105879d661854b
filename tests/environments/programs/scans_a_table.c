// Two threads look at a table in no order that could be foreseen, each at its half; then both count in one place.
#include <pthread.h>

enum { kWords = 1 << 15, kLooks = 60000 };

static unsigned table[2][kWords];
static unsigned total;

static void* scan(void* half) {
  unsigned* words = half;
  unsigned random = 1;
  unsigned sum = 0;
  for (int look = 0; look < kLooks; ++look) {
    random = random * 1664525U + 1013904223U;
    sum += words[random >> 17]++;
  }
  total += sum;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, scan, table[0]);
  pthread_create(&threads[1], 0, scan, table[1]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
