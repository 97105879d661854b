// Two threads move parts of an array that overlap in one element.
// FAILS: data-race
// VARIABLE: items
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int items[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static void* move_lower(void* unused) {
  memmove(items, items + 2, 3 * sizeof *items);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t mover;
  pthread_create(&mover, NULL, move_lower, NULL);
  memmove(items + 4, items + 5, 3 * sizeof *items);  // REPORTED
  pthread_join(mover, NULL);
  assert(items[0] == 2 && items[4] == 5);
  return 0;
}
