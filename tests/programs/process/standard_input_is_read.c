// Standard input can be read from several threads; together they see each line once.
// CHECK: passes
// INPUT: one two three four
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int words;

static void* read_words(void* unused) {
  char word[16];
  while (scanf("%15s", word) == 1) atomic_fetch_add(&words, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, read_words, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(words == 4);
  return 0;
}
