// Two transfers in opposite directions lock their source first: each can hold one account and wait for the other.
// FINDS: deadlock
// PREEMPTIONS: 1
// FIXED: locks the account with the lower number first, whatever the direction
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int number;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 1, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 2, 100};

static void transfer(struct account* from, struct account* to, int amount) {
  struct account* first = from;
  struct account* second = to;
#ifdef FIXED
  if (to->number < from->number) {
    first = to;
    second = from;
  }
#endif
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);  // REPORTED
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void* pay_bob(void* unused) {
  transfer(&alice, &bob, 10);
  return unused;
}

static void* pay_alice(void* unused) {
  transfer(&bob, &alice, 20);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pay_bob, NULL);
  pthread_create(&threads[1], NULL, pay_alice, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}
