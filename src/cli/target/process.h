// Starts the target and watches over it until it has ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/messages.h"
#include "cli/program/target_file.h"
#include "cli/target/shared_segment.h"

namespace heddle::cli {

struct LaunchOptions {
  std::vector<std::string> arguments;  // without the program itself
  std::chrono::milliseconds hang_timeout{10000};
  // The rest is for explorations, which can be asked to come to an end (segment::HuntRequest::stop).
  bool can_be_asked = false;                                      // an interrupt asks before it kills
  std::optional<std::chrono::milliseconds> time_limit;            // then it is asked
  std::chrono::milliseconds patience{3000};                       // ... and killed so much later, if it has not ended
  std::function<void()> tick;                                     // called while it runs, many times a second
  std::optional<std::chrono::steady_clock::time_point> deadline;  // then it is killed
};

struct Ended {
  bool interrupted = false;  // we were told to stop, and asked it to end or killed it
  bool timed_out = false;    // the time limit was reached
  bool unwilling = false;    // asked to end, it did not, and was killed
  bool too_late = false;     // killed at the deadline
  bool hang = false;         // the watchdog stepped in
  bool exited = false;       // by itself, with `status`; otherwise by signal `status`
  int status = 0;
  double seconds = 0;
  std::uint64_t peak_rss_kib = 0;
  std::string early_error;  // what it wrote to standard error before the runtime took over
};

// Runs the target once, from start to end, with the request in the segment. The environment, the descriptors and the
// personality are as the runtime wants them. A Refusal where it cannot even be started.
[[nodiscard]] std::variant<Ended, Refusal> run_process(const TargetFile& target, const LaunchOptions& options,
                                                       const SharedSegment& segment);

// Whether SIGINT or SIGTERM came. From the first call of watch_for_interrupts on they no longer end the process.
void watch_for_interrupts();
[[nodiscard]] bool interrupted();
// ... more than once: at once, then.
[[nodiscard]] bool interrupted_again();
// The same, and forgets it: what has to be done before the end is not interrupted again but by another signal.
bool take_interrupt();

}  // namespace heddle::cli
