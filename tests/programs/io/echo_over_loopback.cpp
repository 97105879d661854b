// Two clients talk to a server with a thread for each connection, over 127.0.0.1; both know who the other is.
// CHECK: passes
// RUNS: 100
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <thread>
#include <vector>

static void serve(int connection) {
  char letter = 0;
  while (read(connection, &letter, 1) == 1) {
    ++letter;
    assert(write(connection, &letter, 1) == 1);
  }
  assert(close(connection) == 0);
}

static void ask(sockaddr_in address, char letter) {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  assert(setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0);
  assert(connect(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  assert(write(server, &letter, 1) == 1);
  char answer = 0;
  assert(read(server, &answer, 1) == 1 && answer == letter + 1);
  assert(close(server) == 0);
}

int main() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && listen(listener, 8) == 0);
  socklen_t length = sizeof address;
  assert(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) == 0 && address.sin_port != 0);
  std::vector<std::thread> threads;
  for (const char letter : {'a', 'k'}) threads.emplace_back(ask, address, letter);
  for (int i = 0; i < 2; ++i) {
    sockaddr_in peer = {};
    length = sizeof peer;
    const int connection = accept4(listener, reinterpret_cast<sockaddr*>(&peer), &length, SOCK_CLOEXEC);
    assert(connection >= 0 && peer.sin_family == AF_INET && peer.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    assert(peer.sin_port != 0 && peer.sin_port != address.sin_port);
    threads.emplace_back(serve, connection);
  }
  for (std::thread& thread : threads) thread.join();
}
