// A conversion writes into the caller's buffer.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>

__attribute__((noinline)) static const char* convert(int digit, char* text) {
  text[0] = (char)('0' + digit);
  return text;
}

static void* use(void* digit) {
  char text[8] = "";
  assert(convert(*(int*)digit, text)[0] != 0);
  return NULL;
}

int main(void) {
  int digits[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, &digits[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
