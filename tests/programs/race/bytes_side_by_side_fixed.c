// Two threads write bytes side by side, which is no race.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>

static unsigned char bytes[8];

static void* write_byte(void* byte) {
  ++*(unsigned char*)byte;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, write_byte, &bytes[3 + i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(bytes[3] >= 1);
  return 0;
}
