#include "switching.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "borrowed_pair.h"

namespace heddle::bench {
namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds_each(Clock::time_point begin, int count) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / count;
}

class Turn {
 public:
  void wait_for(std::uint32_t who) {
    for (std::uint32_t now = word_.load(); now != who; now = word_.load()) {
      futex(FUTEX_WAIT_PRIVATE, now);
    }
  }
  void give_to(std::uint32_t who) {
    word_.store(who);
    futex(FUTEX_WAKE_PRIVATE, 1);
  }

 private:
  void futex(int operation, std::uint32_t value) {
    ::syscall(SYS_futex, &word_, operation, value, nullptr, nullptr, 0);
  }

  std::atomic<std::uint32_t> word_ = 0;
};

void take_turns(Turn& turn, std::uint32_t who, int count) {
  for (int index = 0; index < count; ++index) {
    turn.wait_for(who);
    turn.give_to(1 - who);
  }
}

// Keeps the calling thread, and those it creates, on the processor it is on.
class Pinned {
 public:
  Pinned() {
    pthread_getaffinity_np(pthread_self(), sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { pthread_setaffinity_np(pthread_self(), sizeof before_, &before_); }

 private:
  cpu_set_t before_{};
};

}  // namespace

double borrowed_switch(int switches) {
  BorrowedPair pair;
  pair.round_trip();
  const auto begin = Clock::now();
  for (int index = 0; index < switches / 2; ++index) {
    pair.round_trip();
  }
  return nanoseconds_each(begin, switches);
}

double futex_switch(int switches) {
  const Pinned pinned;
  Turn turn;
  std::thread other(take_turns, std::ref(turn), 1, switches / 2);
  const auto begin = Clock::now();
  take_turns(turn, 0, switches / 2);
  other.join();
  return nanoseconds_each(begin, switches);
}

}  // namespace heddle::bench
