#include "cli/hunt_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/terminal.h"
#include "cli/text.h"
#include "strategies/context_bound.h"
#include "strategies/registry.h"

namespace heddle::cli {
namespace {

constexpr std::chrono::milliseconds kRewriteInterval{200};
constexpr std::chrono::seconds kLineInterval{5};

// ", at most 2 preemptions": of the round under way, for strategies that have rounds by a bound.
std::string bound_text(const HuntOptions& options, std::uint32_t bound) {
  const StrategyRow* strategy = find_strategy(options.strategy);
  const bool has_bound = strategy != nullptr && strategy->options.find("bound") != std::string_view::npos;
  return has_bound && bound != kNoBound ? ", " + at_most(bound, options.exploration.measure) : "";
}

}  // namespace

std::string progress_line(const HuntOptions& options, const SearchProgress& search, double seconds) {
  const std::uint64_t all = search.totals->made();
  const RoundTotals round = search.totals->last() == nullptr ? RoundTotals() : *search.totals->last();
  const double rate = seconds > 0 ? static_cast<double>(all - search.made_before) / seconds : 0;
  std::string text = fmt::format("{:.0f} s: {} ({}/s){}", seconds, plural(all, "execution"), grouped(rounded(rate)),
                                 bound_text(options, round.bound));
  const std::uint64_t left = search.left;
  const std::uint64_t done = round.made();
  const StrategyRow* strategy = find_strategy(options.strategy);
  if (left != 0 && done != 0 && strategy != nullptr && strategy->ends) {
    // Rounded down, and never to all of it.
    const double share = static_cast<double>(done) * 100 / (static_cast<double>(done) + static_cast<double>(left));
    text += fmt::format(": at most {:.0f} % done, at least {} left", std::min(std::floor(share), 99.0), grouped(left));
    if (rate > 0 && static_cast<double>(left) / rate >= 1) {
      text += fmt::format(" (at least {:.0f} s)", std::floor(static_cast<double>(left) / rate));
    }
  }
  if (!search.problem.empty()) {
    text += ", not on disk: " + search.problem;
  }
  return text + ", " + plural(search.findings, "finding");
}

HuntProgress::HuntProgress(const HuntOptions& options)
    : options_(options),
      shown_(!options.quiet && options.progress != Progress::kNone),
      rewritten_(options.progress == Progress::kAuto && ::isatty(STDERR_FILENO) != 0),
      next_(start_ + (rewritten_ ? Clock::duration(kRewriteInterval) : Clock::duration(kLineInterval))) {}

void HuntProgress::tick(const SearchProgress& search) {
  const auto now = Clock::now();
  if (!shown_ || now < next_) {
    return;
  }
  const std::string line = progress_line(options_, search, std::chrono::duration<double>(now - start_).count());
  if (rewritten_) {
    next_ = now + kRewriteInterval;
    fmt::print(stderr, "\r{}\x1b[K", line.substr(0, terminal_width(STDERR_FILENO) - 1));
    has_line_ = true;
  } else {
    next_ += kLineInterval;
    fmt::print(stderr, "{}\n", line);
  }
  std::fflush(stderr);
}

void HuntProgress::say(const std::string& line) {
  clear();
  fmt::print(stderr, "heddle: {}\n", line);
  std::fflush(stderr);
}

void HuntProgress::clear() {
  if (has_line_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    has_line_ = false;
  }
}

}  // namespace heddle::cli
