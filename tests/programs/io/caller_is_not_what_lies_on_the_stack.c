// What a call left on the stack, other bytes in every execution, is not taken for the caller of a function of libc.
// EXECUTIONS: 2
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 0;

static int read_length(void) {
  const int file = open("growing", O_WRONLY | O_CREAT | O_APPEND, 0600);
  struct stat status = {0};
  const int known = file >= 0 && write(file, "x", 1) == 1 && fstat(file, &status) == 0;
  close(file);
  return known ? (int)status.st_size : 0;
}

// With a place in this program's code.
__attribute__((noinline)) static void leave_on_stack(int length) {
  char* volatile places[512];
  for (int i = 0; i < 512; ++i) places[i] = (char*)&read_length + length % 16;
}

static void* add(void* argument) {
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  const int event = eventfd(0, 0);
  const int length = read_length();
  for (int i = 0; i < 3; ++i) {
    leave_on_stack(length);
    const int flags = fcntl(event, F_GETFL, 0);
    leave_on_stack(length);
    const int error = fcntl(event, F_SETFL, flags);
    assert(error == 0);
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(count == 2);
  close(event);
  return 0;
}
