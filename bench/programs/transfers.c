/* Three threads move money between accounts, each account under its mutex. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { kAccounts = 3, kAmount = 10 };

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account accounts[kAccounts];

static void transfer(struct account* from, struct account* to, int amount) {
  struct account* first = from < to ? from : to;
  struct account* second = from < to ? to : from;
  pthread_mutex_lock(&first->mutex);
  pthread_mutex_lock(&second->mutex);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->mutex);
  pthread_mutex_unlock(&first->mutex);
}

static void* teller(void* argument) {
  struct account* own = argument;
  for (int index = 0; index < kAccounts; ++index) {
    if (&accounts[index] != own) {
      transfer(own, &accounts[index], kAmount);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t tellers[kAccounts];
  for (int index = 0; index < kAccounts; ++index) {
    pthread_mutex_init(&accounts[index].mutex, NULL);
    accounts[index].balance = 100;
  }
  for (int index = 0; index < kAccounts; ++index) {
    pthread_create(&tellers[index], NULL, teller, &accounts[index]);
  }
  int total = 0;
  for (int index = 0; index < kAccounts; ++index) {
    pthread_join(tellers[index], NULL);
  }
  for (int index = 0; index < kAccounts; ++index) {
    total += accounts[index].balance;
  }
  assert(total == 100 * kAccounts);
  return 0;
}
