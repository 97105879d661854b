// The program's machine has an interface lo with 127.0.0.1, and a server can listen there.
// CHECK: passes
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in server;

static void* connect_there(void* unused) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(connection, (struct sockaddr*)&server, sizeof server) == 0);
  close(connection);
  return unused;
}

static int finds_loopback(void) {
  struct ifaddrs* list = NULL;
  assert(getifaddrs(&list) == 0);
  int found = 0;
  for (struct ifaddrs* entry = list; entry != NULL; entry = entry->ifa_next) {
    if (entry->ifa_addr == NULL || entry->ifa_addr->sa_family != AF_INET || (entry->ifa_flags & IFF_LOOPBACK) == 0) {
      continue;
    }
    memcpy(&server, entry->ifa_addr, sizeof server);
    found = strcmp(entry->ifa_name, "lo") == 0 && server.sin_addr.s_addr == htonl(INADDR_LOOPBACK);
  }
  freeifaddrs(list);
  return found;
}

int main(void) {
  assert(finds_loopback());
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t size = sizeof server;
  assert(bind(listener, (struct sockaddr*)&server, size) == 0 && listen(listener, 1) == 0);
  assert(getsockname(listener, (struct sockaddr*)&server, &size) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, connect_there, NULL);
  const int accepted = accept(listener, NULL, NULL);
  assert(accepted >= 0);
  pthread_join(thread, NULL);
  close(accepted);
  close(listener);
  return 0;
}
