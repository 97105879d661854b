// A look that is not guarded, on purpose, between annotations that say so.
// CHECK: passes
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);

static int total;

static void* look(void* unused) {
  AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
  const int seen = total;
  AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  assert(seen == 0 || seen == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  total = 1;
  pthread_join(thread, NULL);
  return 0;
}
