// A range is copied while another thread writes its last byte.
// FAILS: data-race
// VARIABLE: buffer
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[32];

static void* write_byte(void* unused) {
  buffer[15] += 1;  // REPORTED
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, write_byte, NULL);
  char copy[16];
  memcpy(copy, buffer, sizeof copy);  // REPORTED
  assert(copy[15] <= 1);
  pthread_join(writer, NULL);
  return 0;
}
