// A socket with SO_RCVTIMEO gives up with EAGAIN, or gets what is sent.
// STATES: late letter
// EXECUTIONS: 2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "states.h"

static int ends[2];

static void* send_one(void* unused) {
  assert(send(ends[1], "x", 1, 0) == 1);
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  struct timeval second = {1, 0}, told;
  socklen_t length = sizeof told;
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) == 0);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &told, &length) == 0 && told.tv_sec == 1);
  pthread_t thread;
  pthread_create(&thread, NULL, send_one, NULL);
  char letter;
  ssize_t count = recv(ends[0], &letter, 1, 0);
  assert(count == 1 || errno == EAGAIN);
  pthread_join(thread, NULL);
  final_state("%s", count == 1 ? "letter" : "late");
  return 0;
}
