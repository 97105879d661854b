// An event counter is raised before the details are written.
// FAILS: data-race
// VARIABLE: details
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>

static int counter;
static int details;

static void* send(void* unused) {
  assert(eventfd_write(counter, 1) == 0);
  details += 42;  // REPORTED
  return unused;
}

int main(void) {
  counter = eventfd(0, 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  eventfd_t value;
  assert(eventfd_read(counter, &value) == 0);
  assert(details == 0 || details == 42);  // REPORTED
  pthread_join(sender, NULL);
  return 0;
}
