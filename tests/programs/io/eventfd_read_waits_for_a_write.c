// A blocking read of an event descriptor that another thread writes.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/eventfd.h>

static int descriptor;

static void* notify(void* unused) {
  eventfd_write(descriptor, 1);
  return unused;
}

int main(void) {
  descriptor = eventfd(0, EFD_CLOEXEC);
  pthread_t thread;
  pthread_create(&thread, NULL, notify, NULL);
  eventfd_t value;
  if (eventfd_read(descriptor, &value) != 0) return 1;
  pthread_join(thread, NULL);
  return value != 1;
}
