// Two accounts on the heap are locked in opposite orders: neither lock has a name of its own.
#include <pthread.h>

struct Account {
  int balance = 100;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};
struct Accounts {
  Account* savings = new Account;
  Account* current = new Account;
};

static void transfer(Account* from, Account* to, int amount) {
  pthread_mutex_lock(&from->mutex);
  pthread_mutex_lock(&to->mutex);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->mutex);
  pthread_mutex_unlock(&from->mutex);
}

static void* save(void* argument) {
  auto* accounts = static_cast<Accounts*>(argument);
  transfer(accounts->current, accounts->savings, 30);
  return nullptr;
}

int main() {
  Accounts accounts;
  pthread_t clerk;
  pthread_create(&clerk, nullptr, save, &accounts);
  transfer(accounts.savings, accounts.current, 20);
  pthread_join(clerk, nullptr);
  delete accounts.savings;
  delete accounts.current;
}
