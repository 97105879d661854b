// Choices of two threads are independent: all four pairs occur, one of them fails.
// FAILS: assertion chosen[0] && !chosen[1]
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static int chosen[2];

static void* choose(void* place) {
  *(int*)place = heddle_choose(2);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, choose, &chosen[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(!(chosen[0] && !chosen[1]));  // REPORTED
  return 0;
}
