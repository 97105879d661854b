// A conversion returns its one static buffer, as asctime does.
// FAILS: data-race
// VARIABLE: text
// TSAN: race
#include <assert.h>
#include <pthread.h>

static char text[8];

__attribute__((noinline)) static const char* convert(int digit) {
  text[0] = (char)('0' + digit);  // REPORTED
  return text;
}

static void* use(void* digit) {
  assert(convert(*(int*)digit)[0] != 0);  // REPORTED
  return NULL;
}

int main(void) {
  int digits[2] = {1, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, &digits[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
