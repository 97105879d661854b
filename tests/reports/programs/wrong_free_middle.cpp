// A cursor into a buffer is freed instead of the buffer.
#include <pthread.h>

#include <cstdlib>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* cursor;

static void* read_header(void*) {
  pthread_mutex_lock(&mutex);
  cursor += 8;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

static void discard() {
  pthread_mutex_lock(&mutex);
  free(cursor);
  pthread_mutex_unlock(&mutex);
}

int main() {
  cursor = static_cast<char*>(malloc(48));
  pthread_t reader;
  pthread_create(&reader, nullptr, read_header, nullptr);
  discard();
  pthread_join(reader, nullptr);
}
