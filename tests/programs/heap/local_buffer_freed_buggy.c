// Whether the text is in the local buffer is decided twice, and another thread comes between.
// FAILS: wrong-free
// TSAN: silent
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int needed = 4;

static void* extend(void* unused) {
  needed = 16;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, extend, NULL);
  char buffer[8];
  char* text = needed > 8 ? malloc(16) : buffer;
  text[0] = 'a';
  if (needed > 8) free(text);  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
