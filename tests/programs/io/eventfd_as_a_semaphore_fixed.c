// An event counter of the kind EFD_SEMAPHORE lets in as many threads as it counts.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>

static int tickets;
static atomic_int inside;

static void* enter(void* unused) {
  eventfd_t one;
  assert(eventfd_read(tickets, &one) == 0 && one == 1);
  assert(atomic_fetch_add(&inside, 1) < 2);
  atomic_fetch_sub(&inside, 1);
  assert(eventfd_write(tickets, 1) == 0);
  return unused;
}

int main(void) {
  tickets = eventfd(2, EFD_SEMAPHORE);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, enter, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  eventfd_t left;
  assert(eventfd_read(tickets, &left) == 0 && left == 1);
  assert(eventfd_read(tickets, &left) == 0 && left == 1);
  return 0;
}
