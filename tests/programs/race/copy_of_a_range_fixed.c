// A range is copied while another thread writes the byte behind it.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[32];

static void* write_byte(void* unused) {
  buffer[16] += 1;
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, write_byte, NULL);
  char copy[16];
  memcpy(copy, buffer, sizeof copy);
  assert(copy[15] <= 1);
  pthread_join(writer, NULL);
  return 0;
}
