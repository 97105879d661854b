// A thread takes a mutex inside a block that another one has freed.
// FAILS: destroyed-primitive lock of an object that was destroyed
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static struct account* account;

static void* pay_in(void* unused) {
  pthread_mutex_lock(&account->mutex);  // REPORTED
  ++account->balance;
  pthread_mutex_unlock(&account->mutex);
  return unused;
}

int main(void) {
  account = calloc(1, sizeof *account);
  pthread_mutex_init(&account->mutex, NULL);
  pthread_t payer;
  pthread_create(&payer, NULL, pay_in, NULL);
  free(account);
  pthread_join(payer, NULL);
  return 0;
}
