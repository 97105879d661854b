#include "cli/records/hunt_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/base/printing.h"
#include "cli/base/terminal.h"
#include "cli/base/text.h"
#include "cli/records/hunt_summary.h"

namespace heddle::cli {
namespace {

constexpr std::chrono::milliseconds kRewriteInterval{200};
constexpr std::chrono::seconds kLineInterval{5};
constexpr std::chrono::seconds kJsonInterval{1};
constexpr int kJsonVersion = 1;
// Limits further apart than this say less than the lower one alone.
constexpr std::uint64_t kFarApart = 100;

bool has_end(const HuntOptions& options) { return !traits_of(options).is_numbered; }

RoundTotals last_round(const SearchProgress& search) {
  return search.totals->last() == nullptr ? RoundTotals() : *search.totals->last();
}

double rate_of(const SearchProgress& search, double seconds) {
  return seconds > 0 ? static_cast<double>(search.totals->made() - search.made_before) / seconds : 0;
}

// What the estimate is of.
std::uint64_t done_of(const HuntOptions& options, const SearchProgress& search) {
  return has_end(options) ? last_round(search).made() : search.totals->made_of_last_points();
}

double share(std::uint64_t done, std::uint64_t left) {
  return done == 0 ? 0 : static_cast<double>(done) / (static_cast<double>(done) + static_cast<double>(left));
}

// "at most 1 preemption"; where bounds that take long give way to the next ones for a while, which ones do.
std::string bound_words(const HuntOptions& options, const Totals& totals) {
  const std::string now = totals.rounds.empty() ? "" : bound_text(options, totals.rounds.back().bound);
  const bool in_turn = std::ranges::any_of(totals.rounds, &RoundTotals::limited);
  if (now.empty() || !in_turn) {
    return now;
  }
  std::uint32_t highest = 0;
  std::set<std::uint32_t> done;
  for (const RoundTotals& round : totals.rounds) {
    highest = std::max(highest, round.bound);
    if (round.ended) {
      done.insert(round.bound);
    }
  }
  std::uint32_t lowest = 0;
  while (done.contains(lowest)) {
    ++lowest;
  }
  return lowest >= highest ? now : fmt::format("bounds {} to {} in turn, now {}", lowest, highest, now);
}

// Rounded down, and never to all of it.
std::string percent(double share) { return fmt::format("{:.0f}", std::min(std::floor(share * 100), 99.0)); }

std::string range(const std::string& low, const std::string& high) { return low == high ? low : low + "-" + high; }

// "870-1,300", "1.1-2.0 million"
std::string count_range(const Estimate& left) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit& unit : {Unit{.size = 1e12, .name = "trillion"}, Unit{.size = 1e9, .name = "billion"},
                           Unit{.size = 1e6, .name = "million"}}) {
    if (static_cast<double>(left.low) >= unit.size) {
      const auto text = [&unit](std::uint64_t count) {
        return fmt::format("{:.1f}", static_cast<double>(count) / unit.size);
      };
      return range(text(left.low), text(left.high)) + " " + unit.name;
    }
  }
  if (left.low == left.high) {
    return grouped(left.low);
  }
  return range(grouped(rounded(static_cast<double>(left.low))), grouped(rounded(static_cast<double>(left.high))));
}

// " (11-20 s)"; empty: less than a second, or nobody knows.
std::string time_range(const Estimate& left, double rate) {
  if (rate <= 0 || static_cast<double>(left.high) / rate < 1) {
    return "";
  }
  struct Unit {
    double seconds;
    const char* name;
  };
  for (const Unit& unit : {Unit{.seconds = 172'800, .name = "days"}, Unit{.seconds = 7'200, .name = "h"},
                           Unit{.seconds = 120, .name = "min"}, Unit{.seconds = 0, .name = "s"}}) {
    const double size = unit.seconds == 0 ? 1 : unit.seconds / 2;
    if (static_cast<double>(left.high) / rate >= unit.seconds) {
      const auto text = [&](std::uint64_t count) {
        return fmt::format("{:.0f}", static_cast<double>(count) / rate / size);
      };
      return fmt::format(" ({} {})", range(text(left.low), text(left.high)), unit.name);
    }
  }
  return "";
}

// ": 37-52 % done, 1.1-2.0 million left (11-20 s)"
std::string left_text(const HuntOptions& options, const SearchProgress& search, double rate) {
  const std::uint64_t done = done_of(options, search);
  const auto left = left_of(options, search);
  if (left && left->high / kFarApart <= left->low) {
    return fmt::format(": {} % done, {} left{}",
                       range(percent(share(done, left->high)), percent(share(done, left->low))), count_range(*left),
                       time_range(*left, rate));
  }
  const std::uint64_t least = left ? left->low : search.left;
  if (!has_end(options) || least == 0 || done == 0) {
    return "";
  }
  std::string text = fmt::format(": at most {} % done, at least {} left", percent(share(done, least)), grouped(least));
  if (rate > 0 && static_cast<double>(least) / rate >= 1) {
    text += fmt::format(" (at least {:.0f} s)", std::floor(static_cast<double>(least) / rate));
  }
  return text;
}

}  // namespace

std::optional<Estimate> left_of(const HuntOptions& options, const SearchProgress& search) {
  const Options& exploration = options.exploration;
  if (!has_end(options)) {
    const std::uint64_t left = exploration.executions - std::min(exploration.executions, done_of(options, search));
    return exploration.executions == kUnlimited ? std::nullopt : std::optional(Estimate{.low = left, .high = left});
  }
  if (bound_text(options, last_round(search).bound).empty()) {
    return std::nullopt;  // nothing falls from level to level as it does within a bound
  }
  const Strategy::Traits traits = traits_of(options);
  return estimate_left(*search.totals, {.order = traits.order, .repeats_below = traits.repeats_below}, search.left);
}

std::string progress_line(const HuntOptions& options, const SearchProgress& search, double seconds) {
  const double rate = rate_of(search, seconds);
  const std::string bound = bound_words(options, *search.totals);
  std::string text =
      fmt::format("{:.0f} s: {} ({}/s, {}){}", seconds, plural(search.totals->made(), "execution"),
                  grouped(rounded(rate)), plural(search.workers, "worker"), bound.empty() ? "" : ", " + bound);
  text += left_text(options, search, rate);
  if (!search.problem.empty()) {
    text += ", not on disk: " + search.problem;
  }
  return text + ", " + findings_text(search.findings, search.hints);
}

std::string progress_json(const HuntOptions& options, const SearchProgress& search, double seconds) {
  using nlohmann::ordered_json;
  const std::uint32_t bound = last_round(search).bound;
  const std::uint64_t done = done_of(options, search);
  ordered_json json{
      {"version", kJsonVersion},
      {"seconds", seconds},
      {"executions", search.totals->made()},
      {"executions_per_second", rate_of(search, seconds)},
      {"strategy", options.strategy},
      {"bound", bound_text(options, bound).empty() ? ordered_json() : ordered_json(bound)},
      {"workers", search.workers},
      {"busy", search.busy},
      {"left_at_least", has_end(options) ? ordered_json(search.left) : ordered_json()},
      {"left_estimate", ordered_json()},
      {"share_low", ordered_json()},
      {"share_high", ordered_json()},
      {"findings", search.findings},
      {"hints", search.hints},
      {"on_disk", search.problem.empty()},
      {"problem", search.problem.empty() ? ordered_json() : ordered_json(search.problem)},
  };
  if (const auto left = left_of(options, search)) {
    json["left_estimate"] = {{"low", left->low}, {"high", left->high}};
    json["share_low"] = share(done, left->high);
    json["share_high"] = share(done, left->low);
  }
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

HuntProgress::HuntProgress(const HuntOptions& options)
    : options_(options),
      shown_(!options.quiet && options.progress != Progress::kNone),
      rewritten_(options.progress == Progress::kAuto && ::isatty(STDERR_FILENO) != 0),
      interval_(rewritten_                            ? Clock::duration(kRewriteInterval)
                : options.progress == Progress::kJson ? Clock::duration(kJsonInterval)
                                                      : Clock::duration(kLineInterval)),
      next_(start_ + interval_) {}

void HuntProgress::tick(const SearchProgress& search) {
  const auto now = Clock::now();
  if (!shown_ || now < next_) {
    return;
  }
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string line = options_.progress == Progress::kJson ? progress_json(options_, search, seconds)
                                                                : progress_line(options_, search, seconds);
  if (rewritten_) {
    next_ = now + interval_;
    write_raw(stderr, fmt::format("\r{}\x1b[K", without_controls(line).substr(0, terminal_width(STDERR_FILENO) - 1)));
    has_line_ = true;
  } else {
    next_ += interval_;
    print_error("{}\n", line);
  }
  std::fflush(stderr);
}

void HuntProgress::say(const std::string& line) {
  clear();
  print_error("heddle: {}\n", line);
  std::fflush(stderr);
}

void HuntProgress::clear() {
  if (has_line_) {
    write_raw(stderr, "\r\x1b[K");
    std::fflush(stderr);
    has_line_ = false;
  }
}

}  // namespace heddle::cli
