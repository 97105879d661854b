// Functions of libc that keep state (strtok, strerror, setlocale, localtime, qsort's comparison) work under a mutex.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int comparisons;

static int compare(const void* a, const void* b) {
  ++comparisons;
  return *(const int*)a - *(const int*)b;
}

static void* work(void* unused) {
  assert(pthread_mutex_lock(&mutex) == 0);
  char list[] = "a,b";
  assert(strcmp(strtok(list, ","), "a") == 0 && strcmp(strtok(NULL, ","), "b") == 0 && strtok(NULL, ",") == NULL);
  assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
  assert(strcmp(setlocale(LC_ALL, "C"), "C") == 0);
  assert(strcmp(localeconv()->decimal_point, ".") == 0);
  time_t epoch = 0;
  assert(gmtime(&epoch)->tm_year == 70);
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof numbers[0], compare);
  assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
  int key = 2;
  assert(bsearch(&key, numbers, 3, sizeof numbers[0], compare) == &numbers[1]);
  assert(pthread_mutex_unlock(&mutex) == 0);
  char message[64];
  assert(strcmp(strerror_r(EAGAIN, message, sizeof message), "Resource temporarily unavailable") == 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) assert(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < 2; ++i) assert(pthread_join(threads[i], NULL) == 0);
  assert(comparisons > 0);
  return 0;
}
