// Whoever looks up the price may do so before it is set, and the total is wrong.
#include <pthread.h>

#include <cassert>

static int price = 1;
static int total;

static void* set_price(void*) {
  price = 5;
  return nullptr;
}

static void* buy(void*) {
  total = 2 * price;
  return nullptr;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], nullptr, set_price, nullptr);
  pthread_create(&threads[1], nullptr, buy, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  assert(total == 10);
  return 0;
}
