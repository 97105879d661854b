// Sales are made under one lock and returns under another: neither protects the stock.
#include <pthread.h>

static pthread_mutex_t sales = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t returns = PTHREAD_MUTEX_INITIALIZER;
static int stock = 10;

static void* sell(void*) {
  pthread_mutex_lock(&sales);
  stock--;
  pthread_mutex_unlock(&sales);
  return nullptr;
}

static void take_back() {
  pthread_mutex_lock(&returns);
  stock++;
  pthread_mutex_unlock(&returns);
}

int main() {
  pthread_t seller;
  pthread_create(&seller, nullptr, sell, nullptr);
  take_back();
  sell(nullptr);
  pthread_join(seller, nullptr);
}
