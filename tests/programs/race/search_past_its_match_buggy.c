// A search looks at the bytes up to its match, and one of them is written meanwhile.
// FAILS: data-race
// VARIABLE: text
// TSAN: race
// FLAGS: -fno-builtin
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static char text[64] = "key=value";

static void* search(void* argument) {
  if (memchr(text, '=', sizeof text) == NULL) {  // REPORTED
    return NULL;
  }
  return argument;
}

static void* change(void* argument) {
  text[1] = 'E';  // REPORTED
  return argument;
}

int main(void) {
  pthread_t one;
  pthread_t other;
  pthread_create(&one, NULL, search, NULL);
  pthread_create(&other, NULL, change, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
