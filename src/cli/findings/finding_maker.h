// From what an exploration saw to a finding that can be shown and repeated: made short, made again in a fresh process,
// and told.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/hunt_options.h"
#include "cli/target/shared_segment.h"
#include "cli/target/target_runner.h"
#include "core/finding.h"
#include "core/limits.h"
#include "report/suppressions.h"
#include "trace/finding_file.h"

namespace heddle::cli {

// Where the last operation is, and the earlier one.
[[nodiscard]] std::array<SiteId, 2> sites_of(const Fault& fault);
// An execution under this schedule ended its process by a signal.
[[nodiscard]] Finding killed_by(int signal, Schedule schedule, std::vector<segment::Cell> cells);
// What a process did under the schedule of a finding.
enum class Repeat : std::uint8_t {
  kSame,
  kOtherWay,  // the same failure, but with other events
  kNot,
};
struct Repetition {
  Repeat how = Repeat::kSame;
  std::string difference = {};  // in words, unless it is the same
  Outcome outcome = {};         // what it came to instead, if to anything
  std::string message = {};
};

// Whether that is what a finding says, and whether it happened.
[[nodiscard]] bool is_killed(const FindingFile& finding);
[[nodiscard]] bool was_killed(const Execution& execution, const FindingFile& finding);

// Those that have to watch when it is repeated.
[[nodiscard]] std::uint32_t detectors_of(const Finding& found, const HuntOptions& options);
// Has the segment make the finding's execution, with its events recorded.
void request_replay(const SharedSegment& segment, const FindingFile& finding);
[[nodiscard]] Repetition compare(const SharedSegment& segment, const FindingFile& finding);

struct MadeFinding {
  FindingFile finding;
  Repetition repetition;  // of the execution as it was first seen
};

class FindingMaker {
 public:
  using Clock = std::chrono::steady_clock;

  // Both must outlive this.
  FindingMaker(TargetRunner& runner, const HuntOptions& options) : runner_(runner), options_(options) {}

  // Without being made short from now on: there is no time.
  void hurry() { hurries_ = true; }
  // An interrupt makes it hurry, another one leaves findings as they are; they are kept all the same.
  // After `until` nothing is begun that can be left out.
  [[nodiscard]] MadeFinding make(const Finding& found, Clock::time_point until = Clock::time_point::max());
  // As it is: nothing is executed.
  [[nodiscard]] FindingFile from(const Finding& found) const;
  // Whether the execution of a failure has this data race, before it fails.
  [[nodiscard]] bool has_race(const FindingFile& failure, const FindingFile& race) const;
  // What suppressions are compared with, from making the execution once more. Where it cannot be repeated, hardly
  // anything is known.
  [[nodiscard]] Suppressible look_at(const Finding& found) const;
  [[nodiscard]] bool was_interrupted() const { return was_interrupted_; }
  // Time was up before the last one could be repeated.
  [[nodiscard]] bool was_late() const { return was_late_; }

 private:
  [[nodiscard]] bool searched_from_below(const Finding& found) const;
  [[nodiscard]] std::optional<FindingFile> shortened(const FindingFile& finding, bool from_below,
                                                     std::chrono::milliseconds time);
  // With another way that leads to the same failure, the finding is of that one.
  [[nodiscard]] Repetition repeat(FindingFile& finding);
  // What fails alike in a fresh process, but elsewhere, is a finding of what failed there, if that can be repeated.
  [[nodiscard]] std::optional<FindingFile> adopted(const Finding& found, const Repetition& repetition);
  // Of a race that was caught: what comes of it either way.
  void try_orders(FindingFile& finding) const;
  [[nodiscard]] std::optional<ReportedOrder> try_order(const FindingFile& finding,
                                                       std::span<const ThreadId> order) const;
  [[nodiscard]] Minimality judge(const Finding& found, const FindingFile& finding) const;

  TargetRunner& runner_;
  const HuntOptions& options_;
  double minimising_ = 0;     // seconds spent
  std::uint32_t points_ = 0;  // scheduling points of the finding that was repeated last
  bool hurries_ = false;
  bool was_interrupted_ = false;
  bool was_late_ = false;
};

}  // namespace heddle::cli
