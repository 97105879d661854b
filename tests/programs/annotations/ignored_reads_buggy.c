// Where a thread's reads are ignored its writes are not.
// FAILS: data-race
// VARIABLE: total
#include <pthread.h>
#include <stddef.h>

void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);

static int total;

static void* work(void* unused) {
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  total = 1;  // REPORTED
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  total = 2;  // REPORTED
  pthread_join(thread, NULL);
  return 0;
}
