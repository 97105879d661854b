// Clients beyond the backlog of a local socket wait until the server accepts.
// CHECK: passes
// RUNS: 100
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX};
static socklen_t length;

static void* call(void* unused) {
  int server = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(server, (struct sockaddr*)&address, length) == 0);
  char letter;
  assert(read(server, &letter, 1) == 1);
  return unused;
}

int main(void) {
  length = (socklen_t)(sizeof(sa_family_t) + 1 +
                       (size_t)snprintf(address.sun_path + 1, 40, "heddle-backlog-%d", (int)getpid()));
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, length) == 0 && listen(listener, 0) == 0);
  pthread_t clients[3];
  for (int i = 0; i < 3; ++i) pthread_create(&clients[i], NULL, call, NULL);
  for (int i = 0; i < 3; ++i) {
    int connection = accept(listener, NULL, NULL);
    assert(connection >= 0 && write(connection, "x", 1) == 1);
  }
  for (int i = 0; i < 3; ++i) pthread_join(clients[i], NULL);
  return 0;
}
