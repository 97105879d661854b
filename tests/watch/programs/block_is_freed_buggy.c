// One thread frees a block that the other still writes to. Threads of C11.
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static int* block;

static void wait_a_bit(long milliseconds) {
  const struct timespec time = {.tv_sec = 0, .tv_nsec = milliseconds * 1000000};
  thrd_sleep(&time, NULL);
}

static int user(void* argument) {
  int* mine = block;
  (void)argument;
  for (int i = 0; i < 20; ++i) {
    mine[1] = i;
    wait_a_bit(5);
  }
  return 7;
}

static int owner(void* argument) {
  (void)argument;
  wait_a_bit(500);
  free(block);
  return 0;
}

int main(void) {
  thrd_t one;
  thrd_t other;
  int result = 0;
  block = malloc(16);
  thrd_create(&one, user, NULL);
  thrd_create(&other, owner, NULL);
  thrd_join(one, &result);
  thrd_join(other, NULL);
  return result == 7 ? 0 : 1;
}
