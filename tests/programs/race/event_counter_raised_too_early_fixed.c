// An event counter is raised when the details are written.
// CHECK: passes
// TSAN: silent
#include <assert.h>
#include <pthread.h>
#include <sys/eventfd.h>

static int counter;
static int details;

static void* send(void* unused) {
  details += 42;
  assert(eventfd_write(counter, 1) == 0);
  return unused;
}

int main(void) {
  counter = eventfd(0, 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  eventfd_t value;
  assert(eventfd_read(counter, &value) == 0);
  assert(details == 0 || details == 42);
  pthread_join(sender, NULL);
  return 0;
}
