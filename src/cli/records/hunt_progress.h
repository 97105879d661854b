// How far an exploration is, while it runs, on standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/options/hunt_options.h"
#include "engine/estimate.h"
#include "engine/totals.h"

namespace heddle::cli {

// How far a search is.
struct SearchProgress {
  const Totals* totals = nullptr;
  std::uint64_t made_before = 0;  // in earlier sessions
  std::uint64_t left = 0;         // executions, at least
  std::size_t findings = 0;       // hints not counted
  std::size_t hints = 0;
  std::size_t workers = 0;
  std::size_t busy = 0;  // of them
  std::string problem;   // of the log; empty: none
};

// What is left: of the bound under way, or of the executions asked for. Nothing where there is too little to go by, or
// no end.
[[nodiscard]] std::optional<Estimate> left_of(const HuntOptions& options, const SearchProgress& search);

// One line for people, and one for programs.
[[nodiscard]] std::string progress_line(const HuntOptions& options, const SearchProgress& search, double seconds);
[[nodiscard]] std::string progress_json(const HuntOptions& options, const SearchProgress& search, double seconds);

class HuntProgress {
 public:
  using Clock = std::chrono::steady_clock;
  explicit HuntProgress(const HuntOptions& options);
  HuntProgress(const HuntProgress&) = delete;
  HuntProgress& operator=(const HuntProgress&) = delete;
  ~HuntProgress() { clear(); }

  // Prints where it is time to.
  void tick(const SearchProgress& search);
  // Something that cannot wait, on a line of its own.
  void say(const std::string& line);

 private:
  void clear();

  const HuntOptions& options_;
  bool shown_;
  bool rewritten_;
  Clock::duration interval_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  bool has_line_ = false;
};

}  // namespace heddle::cli
