// A thread takes the signals of a timer by sigwaitinfo; the others block them and go on.
// CHECK: passes
#include <signal.h>
#include <time.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::atomic<int> ticks = 0;
  std::thread waiter([&] {
    siginfo_t info;
    while (ticks < 2) {
      assert(sigwaitinfo(&set, &info) == SIGRTMIN && info.si_code == SI_TIMER);
      ticks += 1 + info.si_overrun;
    }
  });
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  timer_t timer;
  assert(timer_create(CLOCK_REALTIME, &event, &timer) == 0);
  itimerspec every = {};
  every.it_value.tv_nsec = every.it_interval.tv_nsec = 1'000'000;
  assert(timer_settime(timer, 0, &every, nullptr) == 0);
  waiter.join();
  assert(ticks >= 2);
}
