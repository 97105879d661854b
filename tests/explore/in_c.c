// heddle_explore from C: ends with 0 if the body's bug was found, and only there.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int counter;

static void* add(void* unused) {
  (void)unused;
  const int seen = counter;
  counter = seen + 1;
  return NULL;
}

static int loses_no_update(void* start) {
  counter = *(const int*)start;
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  return counter == 7;
}

int main(void) {
  int start = 5;
  static const char* const options[] = {"--bound=1", NULL};
  const struct heddle_explore_call call = {__FILE__, __LINE__, options, NULL};
  const struct heddle_exploration result = heddle_explore(loses_no_update, &start, &call);
  fputs(result.report, stdout);
  return result.status == 1 && !result.complete && strstr(result.report, "returned false") != NULL && counter == 0 ? 0
                                                                                                                   : 1;
}
