// How far an exploration is, while it runs, on standard error.
#pragma once

#include <chrono>
#include <string>

#include "cli/hunt_options.h"
#include "trace/segment.h"

namespace heddle::cli {

// One line. What is left is known only as "at least": every waiting target is one execution or more.
[[nodiscard]] std::string progress_line(const HuntOptions& options, const segment::HuntResult& hunt, double seconds);

class HuntProgress {
 public:
  // `result` must outlive this.
  HuntProgress(const HuntOptions& options, const segment::HuntResult& result);
  HuntProgress(const HuntProgress&) = delete;
  HuntProgress& operator=(const HuntProgress&) = delete;
  ~HuntProgress() { clear(); }

  // Prints where it is time to.
  void tick();

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  const HuntOptions& options_;
  const segment::HuntResult& result_;
  bool shown_;
  bool rewritten_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool has_line_ = false;
};

}  // namespace heddle::cli
