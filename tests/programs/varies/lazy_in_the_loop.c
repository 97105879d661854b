// Lazy initialisation in a test loop: the first pass does what the others do not ([CB] 4.6; --warmup=1 helps).
// VARIES: --warmup=1
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

static int* table;
static int counter;

static void* count(void* unused) {
  if (table == NULL) {
    table = calloc(1, sizeof *table);
    table[0] = 1;
  }
  counter += table[0];
  return unused;
}

int main(void) {
  do {
    heddle_start();
    counter = 0;
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  } while (heddle_restart());
  return 0;
}
