// A name is copied over while another thread measures its length.
// FAILS: data-race
// VARIABLE: name
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[16] = "loom";
static const char* new_name = "heddle";

static void* measure(void* unused) {
  assert(strlen(name) <= 6);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t measurer;
  pthread_create(&measurer, NULL, measure, NULL);
  strcpy(name, new_name);  // REPORTED
  pthread_join(measurer, NULL);
  return 0;
}
