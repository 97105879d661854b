// A range is cleared while another thread reads its first byte.
// FAILS: data-race
// VARIABLE: buffer
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[32] = "a text that is cleared";

static void* clear(void* unused) {
  memset(buffer + 8, 0, 16);  // REPORTED
  return unused;
}

int main(void) {
  pthread_t clearer;
  pthread_create(&clearer, NULL, clear, NULL);
  assert(buffer[8] == 'h' || buffer[8] == 0);  // REPORTED
  pthread_join(clearer, NULL);
  return 0;
}
