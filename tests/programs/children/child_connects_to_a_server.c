// A forked client and a server thread in the parent, over loopback.
// CHECK: passes
// RUNS: 30
#define _GNU_SOURCE
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int listener;
static struct sockaddr_in address;

static void* serve(void* unused) {
  struct sockaddr_in from;
  socklen_t length = sizeof from;
  int connection = accept(listener, (struct sockaddr*)&from, &length);
  assert(connection >= 0 && from.sin_family == AF_INET && from.sin_port != 0);
  char text[8] = "";
  assert(read(connection, text, sizeof text) == 4 && strcmp(text, "ping") == 0);
  assert(write(connection, "pong", 4) == 4);
  assert(close(connection) == 0);
  return unused;
}

static int request(void) {
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr*)&address, sizeof address) != 0) return 1;
  char text[8] = "";
  if (write(connection, "ping", 4) != 4 || read(connection, text, sizeof text) != 4) return 2;
  return strcmp(text, "pong") == 0 ? 0 : 3;
}

int main(void) {
  listener = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  assert(bind(listener, (struct sockaddr*)&address, length) == 0 && listen(listener, 4) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &length) == 0);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, serve, NULL) == 0);
  pid_t child = fork();
  if (child == 0) _exit(request());
  int status;
  assert(waitpid(child, &status, 0) == child && status == 0);
  assert(pthread_join(thread, NULL) == 0);
  return close(listener);
}
