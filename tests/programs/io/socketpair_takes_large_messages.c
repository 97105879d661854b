// A blocking send of more than the socket holds gets through bit by bit; the other thread reads all of it.
// CHECK: passes
// RUNS: 20
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { size = 300000 };
static int ends[2];
static char sent[size], received[size];

static void* send_all(void* unused) {
  struct iovec halves[2] = {{sent, size / 2}, {sent + size / 2, size / 2}};
  assert(writev(ends[1], halves, 2) == size);
  assert(close(ends[1]) == 0);
  return unused;
}

int main(void) {
  for (int i = 0; i < size; ++i) sent[i] = (char)(i % 251);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, send_all, NULL);
  ssize_t count;
  size_t done = 0;
  while ((count = read(ends[0], received + done, size - done)) > 0) done += (size_t)count;
  assert(done == size && memcmp(sent, received, size) == 0);
  pthread_join(thread, NULL);
  return 0;
}
