// A blocking read of a socket that another thread writes.
// CHECK: passes
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* send_one(void* unused) {
  if (send(ends[1], "x", 1, 0) != 1) _exit(1);
  return unused;
}

int main(void) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, send_one, NULL);
  char letter;
  if (recv(ends[0], &letter, 1, 0) != 1) return 1;
  pthread_join(thread, NULL);
  return letter != 'x';
}
