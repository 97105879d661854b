// Two threads of so many steps each: shared, or shared and own in turn.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef TEST_LOOP
#include <heddle/heddle.h>
#endif

static atomic_int shared;
static struct {
  _Alignas(64) atomic_int value;  // memory is looked at in words of eight bytes
} own[2];
static int steps;
static int has_own;

static void* work(void* argument) {
  atomic_int* mine = argument;
  for (int step = 0; step < steps; ++step) {
    atomic_fetch_add(&shared, 1);
    if (has_own) atomic_fetch_add(mine, 1);
  }
  return NULL;
}

static void execute(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &own[i].value);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

int main(int argc, char** argv) {
  steps = atoi(argv[1]);
  has_own = argc > 2 && strcmp(argv[2], "own") == 0;
#ifdef TEST_LOOP
  do {
    heddle_start();
    execute();
  } while (heddle_restart() != 0);
#else
  execute();
#endif
  return 0;
}
