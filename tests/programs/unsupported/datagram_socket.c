// A datagram socket of the internet.
// UNSUPPORTED: socket
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
  int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
  return datagrams < 0 || close(datagrams) != 0;
}
