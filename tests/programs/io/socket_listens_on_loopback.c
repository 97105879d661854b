// A listening socket on the loopback interface.
// CHECK: passes
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return 1;
  struct sockaddr_in any_port = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr*)&any_port, sizeof any_port) != 0) return 1;
  return listen(listener, 1) != 0 || close(listener) != 0;
}
