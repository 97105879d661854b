// Memory functions of libc on disjoint ranges of one array do not disturb each other.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <wchar.h>

enum { part = 64 };

static char shared[3][part];

static void* work(void* place) {
  char* own = place;
  memset(own, 'a', part);
  assert(memchr(own, 'b', part) == NULL);
  assert(memrchr(own, 'a', part) == own + part - 1);
  memcpy(own + 32, "0123456789", 10);
  assert(memcmp(own + 32, "0123456789", 10) == 0);
  memmove(own + 34, own + 32, 10);
  assert(memcmp(own + 32, "010123456789", 12) == 0);
  assert(mempcpy(own, "xyz", 3) == own + 3);
  assert(memccpy(own, "pq;rs", ';', 5) == own + 3);
  assert(memmem(own, part, "123", 3) == own + 35);
  assert(rawmemchr(own, '9') == own + 43);
  bzero(own, part);
  for (int i = 0; i < part; ++i) assert(own[i] == 0);
  explicit_bzero(own, part);
  wmemset((wchar_t*)(void*)own, L'w', part / sizeof(wchar_t));
  assert(wmemchr((wchar_t*)(void*)own, L'x', part / sizeof(wchar_t)) == NULL);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) assert(pthread_create(&threads[i], NULL, work, shared[i]) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_join(threads[i], NULL) == 0);
  return 0;
}
