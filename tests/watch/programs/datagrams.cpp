// Datagrams: heddle controls no such sockets. One side counts without the lock of the other.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <mutex>
#include <thread>

static std::mutex mutex;
static int exchanged = 0;

static int open_socket(sockaddr_in& address) {
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    _exit(1);
  }
  return socket;
}

int main() {
  sockaddr_in address;
  const int socket = open_socket(address);
  std::thread sender([&] {
    for (int i = 0; i < 20; ++i) {
      (void)sendto(socket, "x", 1, 0, reinterpret_cast<sockaddr*>(&address), sizeof address);
      exchanged += 1;  // this is what the lock was for
      usleep(5000);
    }
  });
  std::thread receiver([&] {
    for (int i = 0; i < 20; ++i) {
      char byte = 0;
      (void)recv(socket, &byte, 1, 0);
      const std::lock_guard<std::mutex> guard(mutex);
      exchanged += 1;
    }
  });
  sender.join();
  receiver.join();
  close(socket);
}
