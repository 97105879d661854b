// A name is copied over by a thread that has joined the one that measures it.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[16] = "loom";
static const char* new_name = "heddle";

static void* measure(void* unused) {
  assert(strlen(name) <= 6);
  return unused;
}

int main(void) {
  pthread_t measurer;
  pthread_create(&measurer, NULL, measure, NULL);
  pthread_join(measurer, NULL);
  strcpy(name, new_name);
  return 0;
}
