// A flag without an order, and annotations on both sides: storing into the flag does not undo what they say.
// CHECK: passes
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void AnnotateHappensBefore(const char* file, int line, const volatile void* object);
void AnnotateHappensAfter(const char* file, int line, const volatile void* object);

static atomic_int flag;
static int message;

static void* consumer(void* unused) {
  if (atomic_load_explicit(&flag, memory_order_relaxed) != 0) {
    AnnotateHappensAfter(__FILE__, __LINE__, &flag);
    message = 2;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, consumer, NULL);
  message = 1;
  AnnotateHappensBefore(__FILE__, __LINE__, &flag);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(thread, NULL);
  return 0;
}
