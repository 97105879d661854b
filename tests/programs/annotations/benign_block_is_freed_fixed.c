// Races on a block are meant while it lives.
// CHECK: passes
#include <pthread.h>
#include <stdlib.h>

void AnnotateBenignRaceSized(const char* file, int line, const volatile void* address, size_t size, const char* why);

static void* count(void* counter) {
  ++*(int*)counter;
  return NULL;
}

int main(void) {
  int* counter = calloc(1, sizeof *counter);
  AnnotateBenignRaceSized(__FILE__, __LINE__, counter, sizeof *counter, "statistics");
  pthread_t thread;
  pthread_create(&thread, NULL, count, counter);
  count(counter);
  pthread_join(thread, NULL);
  free(counter);
  return 0;
}
