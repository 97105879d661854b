// Two transfers between the same accounts lock them in opposite orders.
#include <pthread.h>

struct Account {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int balance = 100;
};

static Account alice;
static Account* bob;

static void transfer(Account& from, Account& to, int amount) {
  pthread_mutex_lock(&from.mutex);
  pthread_mutex_lock(&to.mutex);
  from.balance -= amount;
  to.balance += amount;
  pthread_mutex_unlock(&to.mutex);
  pthread_mutex_unlock(&from.mutex);
}

static void* repay(void*) {
  transfer(alice, *bob, 30);
  return nullptr;
}

int main() {
  bob = new Account;
  pthread_t clerk;
  pthread_create(&clerk, nullptr, repay, nullptr);
  transfer(*bob, alice, 20);
  pthread_join(clerk, nullptr);
  delete bob;
}
