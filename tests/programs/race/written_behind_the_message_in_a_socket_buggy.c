// What the message on the socket announces is written behind it.
// FAILS: data-race
// VARIABLE: details
// TSAN: race
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int ends[2];
static int details;

static void* send_message(void* unused) {
  assert(send(ends[1], "!", 1, 0) == 1);
  details += 42;  // REPORTED
  return unused;
}

int main(void) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t sender;
  pthread_create(&sender, NULL, send_message, NULL);
  char byte;
  assert(recv(ends[0], &byte, 1, 0) == 1);
  assert(details == 0 || details == 42);  // REPORTED
  pthread_join(sender, NULL);
  return 0;
}
