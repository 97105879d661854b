// A server thread accepts on a local socket with a path and echoes what the client sends.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int listener;

static void* serve(void* unused) {
  int client = accept(listener, NULL, NULL);
  assert(client >= 0);
  char text[16];
  ssize_t size;
  while ((size = recv(client, text, sizeof text, 0)) > 0) assert(send(client, text, (size_t)size, 0) == size);
  assert(size == 0 && close(client) == 0);
  return unused;
}

int main(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/tmp/heddle-echo-%d", (int)getpid());
  unlink(address.sun_path);
  int client = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(client, (struct sockaddr*)&address, sizeof address) == -1 && errno == ENOENT);
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0);
  assert(connect(client, (struct sockaddr*)&address, sizeof address) == -1 && errno == ECONNREFUSED);
  assert(listen(listener, 4) == 0);
  pthread_t server;
  pthread_create(&server, NULL, serve, NULL);
  assert(connect(client, (struct sockaddr*)&address, sizeof address) == 0);
  struct sockaddr_un peer;
  socklen_t length = sizeof peer;
  assert(getpeername(client, (struct sockaddr*)&peer, &length) == 0 && strcmp(peer.sun_path, address.sun_path) == 0);
  char text[6];
  assert(send(client, "hello", 5, 0) == 5 && recv(client, text, 5, MSG_WAITALL) == 5 && memcmp(text, "hello", 5) == 0);
  assert(shutdown(client, SHUT_WR) == 0 && recv(client, text, 1, 0) == 0);
  pthread_join(server, NULL);
  assert(unlink(address.sun_path) == 0);
  return 0;
}
