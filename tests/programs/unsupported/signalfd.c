// Signals as a descriptor.
// UNSUPPORTED: signalfd
#define _GNU_SOURCE
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int main(void) {
  sigset_t user1;
  sigemptyset(&user1);
  sigaddset(&user1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &user1, NULL);
  int descriptor = signalfd(-1, &user1, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor < 0 || close(descriptor) != 0;
}
