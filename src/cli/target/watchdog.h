// Notices a target that no longer comes by: code heddle cannot see that spins or blocks in the kernel.
//
// Processor time is what counts, so that a loaded machine hangs nobody; wall time counts only while all threads of the
// target sleep. A target that is stopped (by a debugger, by ^Z) is not stuck.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace heddle::cli {

// What a stuck process gets to say where its threads are, before it is killed.
inline constexpr std::chrono::milliseconds kAnswerTime{2000};

class Watchdog {
 public:
  using Milliseconds = std::chrono::milliseconds;

  struct Sample {
    std::uint64_t heartbeat = 0;
    Milliseconds processor_time{0};
    Milliseconds now{0};  // any monotonic clock
    bool asleep = false;  // no thread is running, waiting for a processor, or stopped
  };

  explicit Watchdog(Milliseconds timeout) : timeout_(timeout) {}

  // Call regularly. True once the heartbeat has stood still for too long.
  [[nodiscard]] bool is_stuck(const Sample& sample);
  // It had nothing to do.
  void forget() { started_ = false; }

 private:
  Milliseconds timeout_;
  bool started_ = false;
  Sample last_;
  Milliseconds processor_time_at_beat_{0};
  Milliseconds asleep_since_beat_{0};
};

// What /proc says about a process; nothing if it is gone.
[[nodiscard]] std::optional<Watchdog::Sample> sample_process(pid_t process);
// The most memory it ever had; 0 if it is gone.
[[nodiscard]] std::uint64_t peak_memory_kib(pid_t process);

}  // namespace heddle::cli
