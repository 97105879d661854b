// Signals read from a descriptor in an epoll loop.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static void* send(void* unused) {
  union sigval value = {.sival_int = 7};
  assert(sigqueue(getpid(), SIGUSR1, value) == 0);
  assert(kill(getpid(), SIGTERM) == 0);
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  int signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  int polls = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = signals};
  assert(signals >= 0 && polls >= 0 && epoll_ctl(polls, EPOLL_CTL_ADD, signals, &event) == 0);
  struct signalfd_siginfo info;
  assert(read(signals, &info, sizeof info) == -1 && errno == EAGAIN);
  pthread_t thread;
  pthread_create(&thread, NULL, send, NULL);
  int seen = 0;
  while (seen != 3) {
    assert(epoll_wait(polls, &event, 1, -1) == 1 && event.data.fd == signals);
    while (read(signals, &info, sizeof info) == sizeof info) {
      seen |= info.ssi_signo == SIGUSR1 ? 1 : 2;
      assert(info.ssi_signo != SIGUSR1 || (info.ssi_int == 7 && info.ssi_code == SI_QUEUE));
      assert(info.ssi_signo != SIGTERM || info.ssi_pid == (unsigned)getpid());
    }
  }
  pthread_join(thread, NULL);
  assert(close(signals) == 0);
  return 0;
}
