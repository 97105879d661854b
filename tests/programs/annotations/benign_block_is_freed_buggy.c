// Races on a block are meant until it is freed: what comes to lie there next is another one.
// FAILS: data-race
#include <pthread.h>
#include <stdlib.h>

void AnnotateBenignRaceSized(const char* file, int line, const volatile void* address, size_t size, const char* why);

static void* count(void* counter) {
  ++*(int*)counter;  // REPORTED
  return NULL;
}

int main(void) {
  int* racy = malloc(sizeof *racy);
  AnnotateBenignRaceSized(__FILE__, __LINE__, racy, sizeof *racy, "statistics");
  free(racy);
  int* counter = calloc(1, sizeof *counter);
  pthread_t thread;
  pthread_create(&thread, NULL, count, counter);
  count(counter);
  pthread_join(thread, NULL);
  free(counter);
  return 0;
}
