// Searches and comparisons look at the bytes up to their match or difference, and those behind are written meanwhile.
// CHECK: passes
// TSAN: silent
// FLAGS: -fno-builtin -D_GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static char text[64] = "key=value";

static void* search(void* argument) {
  char copy[64];
  assert(memchr(text, '=', sizeof text) == text + 3);
  assert(memccpy(copy, text, '=', sizeof copy) == copy + 4);
  assert(strchr(text, '=') == text + 3 && strchrnul(text, '=') == text + 3);
  assert(strstr(text, "y=") == text + 2 && strcasestr(text, "Y=") == text + 2);
  assert(strcspn(text, "=") == 3 && strspn(text, "eky") == 3 && strpbrk(text, "=") == text + 3);
  assert(strcmp(text, "kez") < 0 && strncmp(text, "kez", 10) < 0);
  assert(strcasecmp(text, "KEZ") < 0 && strncasecmp(text, "KEZ", 10) < 0);
  return argument;
}

static void* change(void* argument) {
  text[4] = 'V';
  text[8] = 'E';
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
