// The listening socket is closed when both clients were accepted.
// CHECK: passes
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void* call(void* unused) {
  int server = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(server, (struct sockaddr*)&address, sizeof address) == 0);
  close(server);
  return unused;
}

int main(void) {
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t length = sizeof address;
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0 && listen(listener, 8) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &length) == 0);
  pthread_t clients[2];
  for (int i = 0; i < 2; ++i) pthread_create(&clients[i], NULL, call, NULL);
  for (int i = 0; i < 2; ++i) assert(accept(listener, NULL, NULL) >= 0);
  close(listener);
  for (int i = 0; i < 2; ++i) pthread_join(clients[i], NULL);
  return 0;
}
