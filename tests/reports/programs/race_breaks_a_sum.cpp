// Two threads add to a sum without a lock, and one of the additions can be lost.
#include <pthread.h>

#include <cassert>

static int sum;

static void* add_two(void* unused) {
  sum += 2;
  return unused;
}

int main() {
  pthread_t one;
  pthread_t two;
  pthread_create(&one, nullptr, add_two, nullptr);
  pthread_create(&two, nullptr, add_two, nullptr);
  pthread_join(one, nullptr);
  pthread_join(two, nullptr);
  assert(sum == 4);
}
