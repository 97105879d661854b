// A spin lock in a library that heddle does not see keeps two threads apart.
// CHECK: passes
// STRATEGY: wp
// HB: hint
// LIBRARY: lib.c
#include <assert.h>
#include <pthread.h>

void hidden_lock(void);
void hidden_unlock(void);

static int balance;

static void* deposit(void* unused) {
  hidden_lock();
  balance = balance + 1;
  hidden_unlock();
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, deposit, NULL);
  pthread_create(&threads[1], NULL, deposit, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(balance == 2);
  return 0;
}
