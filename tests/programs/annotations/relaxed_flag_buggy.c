// A flag without an order, and the annotation of one side only: it orders nothing.
// FAILS: data-race
// VARIABLE: message
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void AnnotateHappensBefore(const char* file, int line, const volatile void* object);

static atomic_int flag;
static int message;

static void* consumer(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) != 0) {
    message = 2;  // REPORTED
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  message = 1;  // REPORTED
  AnnotateHappensBefore(__FILE__, __LINE__, &flag);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
