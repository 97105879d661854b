// How far an exploration is, while it runs, on standard error.
#pragma once

#include <chrono>
#include <string>

#include "cli/hunt_options.h"
#include "engine/totals.h"

namespace heddle::cli {

// How far a search is.
struct SearchProgress {
  const Totals* totals = nullptr;
  std::uint64_t made_before = 0;  // in earlier sessions
  std::uint64_t left = 0;         // executions, at least
  std::size_t findings = 0;
  std::size_t workers = 0;
  std::string problem;  // of the log; empty: none
};

// One line. What is left is known only as "at least": every waiting target is one execution or more.
[[nodiscard]] std::string progress_line(const HuntOptions& options, const SearchProgress& search, double seconds);

class HuntProgress {
 public:
  explicit HuntProgress(const HuntOptions& options);
  HuntProgress(const HuntProgress&) = delete;
  HuntProgress& operator=(const HuntProgress&) = delete;
  ~HuntProgress() { clear(); }

  // Prints where it is time to.
  void tick(const SearchProgress& search);
  // Something that cannot wait, on a line of its own.
  void say(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  void clear();

  const HuntOptions& options_;
  bool shown_;
  bool rewritten_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool has_line_ = false;
};

}  // namespace heddle::cli
