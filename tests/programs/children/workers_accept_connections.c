// Forked workers accept from a socket that the parent listens on; threads of the parent are the clients.
// CHECK: passes
// RUNS: 30
#define _GNU_SOURCE
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { workers = 2, clients = 3 };

static struct sockaddr_in address;

static void serve(int listener) {
  for (;;) {
    int connection = accept(listener, NULL, NULL);
    char byte;
    while (connection >= 0 && read(connection, &byte, 1) == 1) {
      ++byte;
      if (write(connection, &byte, 1) != 1) _exit(1);
    }
    close(connection);
  }
}

static void* ask(void* argument) {
  char byte = (char)('a' + (long)argument), answer;
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(connection, (struct sockaddr*)&address, sizeof address) == 0);
  assert(write(connection, &byte, 1) == 1);
  assert(read(connection, &answer, 1) == 1 && answer == byte + 1);
  assert(close(connection) == 0);
  return NULL;
}

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  assert(bind(listener, (struct sockaddr*)&address, length) == 0 && listen(listener, 8) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &length) == 0);
  pid_t children[workers];
  for (int index = 0; index < workers; ++index) {
    children[index] = fork();
    if (children[index] == 0) serve(listener);
  }
  pthread_t threads[clients];
  for (long index = 0; index < clients; ++index) assert(pthread_create(&threads[index], NULL, ask, (void*)index) == 0);
  for (int index = 0; index < clients; ++index) assert(pthread_join(threads[index], NULL) == 0);
  for (int index = 0; index < workers; ++index) {
    int status;
    assert(kill(children[index], SIGTERM) == 0);
    assert(waitpid(children[index], &status, 0) == children[index] && WTERMSIG(status) == SIGTERM);
  }
  return close(listener);
}
