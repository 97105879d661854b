// [CB] Listing 1, with local temporaries: each thread reads one variable and writes the other; Fig. 1 has six paths.
// EXECUTIONS: 6
#include <pthread.h>

static int x;
static int y;

static void* first(void* unused) {
  int temporary = x;
  y = temporary + 1;
  return unused;
}

static void* second(void* unused) {
  int temporary = y;
  x = temporary + 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
