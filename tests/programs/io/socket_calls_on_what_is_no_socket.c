// Calls for sockets on closed descriptors, files and pipes fail with the error that says so.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_int descriptor = -1;

static void fails(int given, int error) {
  char letter = 'x';
  assert(accept4(given, NULL, NULL, SOCK_CLOEXEC) == -1 && errno == error);
  assert(accept(given, NULL, NULL) == -1 && errno == error);
  assert(listen(given, 1) == -1 && errno == error);
  assert(shutdown(given, SHUT_RDWR) == -1 && errno == error);
  assert(send(given, &letter, 1, 0) == -1 && errno == error);
  assert(recv(given, &letter, 1, 0) == -1 && errno == error);
}

// Whether it comes before or after the opening: that is no socket.
static void* accept_there(void* unused) {
  assert(accept(descriptor, NULL, NULL) == -1 && (errno == EBADF || errno == ENOTSOCK));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, accept_there, NULL);
  const int file = open("/dev/null", O_RDONLY);
  descriptor = file;
  fails(-1, EBADF);
  fails(file, ENOTSOCK);
  int ends[2];
  assert(pipe(ends) == 0);
  fails(ends[0], ENOTSOCK);
  pthread_join(thread, NULL);
  close(file);
  fails(file, EBADF);
  return 0;
}
