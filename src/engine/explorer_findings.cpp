// Explorer: executions that are made once more, to check that the program repeats, and to make a finding of a fault.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "engine/confirmer.h"
#include "engine/explorer.h"
#include "engine/recording_controller.h"

namespace heddle {

namespace {

constexpr std::uint64_t kCheckedAtFirst = 8;
constexpr int kRepetitionsOfFirst = 5;
// Something that varies may not do so every time.
constexpr int kVariationAttempts = 8;

}  // namespace

// Replaying a path checks all that happens up to its end; what comes behind is checked here, in the first executions
// and then ever more seldom.
bool Explorer::is_due(std::uint64_t number) const {
  return options_.check_repeats && (number <= kCheckedAtFirst || std::has_single_bit(number));
}

// What varies does not do so every time: the first execution is repeated more than once. Whatever makes it vary does so
// as well with other bytes in fresh memory. Reading that may be the fault itself, which is then to be found.
bool Explorer::repeats(const Outcome& first) {
  const int times = made_ == 1 && !is_cut(first.kind) ? kRepetitionsOfFirst : 1;
  for (int time = 0; time < times; ++time) {
    const std::uint64_t pattern = faults_.empty() && !uninitialised_ ? ++fresh_pattern_ : 0;
    if (repeat(*this, Purpose::kRepeat, pattern).event_hash != first.event_hash) {
      return false;
    }
  }
  return true;
}

Outcome Explorer::repeat(Controller& controller, Purpose purpose, std::uint64_t fresh_pattern) {
  purpose_ = purpose;
  executor_.fill_fresh_memory(fresh_pattern);
  ++tally_.repeated;
  const Outcome outcome = executor_.execute(controller);
  executor_.fill_fresh_memory(0);
  nothing_.clear(Order::kDepth);
  return outcome;
}

// Is it the bytes in fresh memory? Then the last pattern shows it every time, and nothing else does.
bool Explorer::varies_by_fresh_memory(const Outcome& first) {
  for (int time = 0; time < kRepetitionsOfFirst; ++time) {
    if (repeat(*this, Purpose::kRepeat).event_hash != first.event_hash ||
        repeat(*this, Purpose::kRepeat, fresh_pattern_).event_hash == first.event_hash) {
      return false;
    }
  }
  return true;
}

bool Explorer::goes_on_varied() {
  if (!std::exchange(varied_, true)) {
    variation_ = find_variation(false);
  }
  return options_.tolerate;
}

// Fresh memory always has the same content, so the program repeats: the claim is about that content.
void Explorer::note_uninitialised() {
  if (!uninitialised_) {
    uninitialised_ = find_variation(true);
  }
}

Variation Explorer::find_variation(bool by_fresh_memory) {
  difference_ = {};
  difference_.read.thread = kNoThread;
  for (int attempt = 0; attempt < kVariationAttempts && !difference_.known; ++attempt) {
    (void)repeat(*this, Purpose::kLog);
    (void)repeat(*this, Purpose::kCompare, by_fresh_memory ? fresh_pattern_ : 0);
    if (!difference_.known && compared_ < log_.size()) {
      note_difference(log_[compared_], std::nullopt);
    }
  }
  difference_.by_fresh_memory = by_fresh_memory;
  log_.clear();
  return difference_;
}

// Without an event that execution had ended.
void Explorer::note_difference(const std::optional<Event>& first, const std::optional<Event>& second) {
  Event end;
  end.thread = kNoThread;
  difference_.event = compared_;
  difference_.known = true;
  difference_.first = first.value_or(end);
  difference_.second = second.value_or(end);
}

namespace {

// Seen by synchronisation that may not be all there is.
[[nodiscard]] bool is_in_doubt(const Fault& fault) { return fault.kind == FindingKind::kDataRace && !fault.certain; }

}  // namespace

bool Explorer::is_news(const Fault& fault) {
  if (std::ranges::find(known_, fault.signature) != known_.end()) {
    return false;
  }
  known_.push_back(fault.signature);
  return true;
}

// What is known of a fault after a look at both of its sides: what is seen at the same event.
Fault Explorer::examine(const Fault& fault) {
  const Fault::Side& last = fault.last();
  const Fault::Side& earlier = fault.earlier();
  examined_.clear();
  executor_.look_for({.fault = 0,
                      .thread = last.thread,
                      .event = last.event,
                      .ranges = {range_of(last.operation), range_of(earlier.operation)},
                      .sites = {}});
  (void)repeat(*this, Purpose::kExamine);
  executor_.look_for({});
  // An access may race with several others.
  const auto same = std::ranges::find_if(examined_, [&](const Fault& seen) {
    const Operation& before = seen.earlier().operation;
    return seen.kind == fault.kind && seen.last().thread == last.thread && seen.last().event == last.event &&
           seen.earlier().thread == earlier.thread &&
           (before.address == earlier.operation.address || overlap(range_of(before), range_of(earlier.operation)));
  });
  return same == examined_.end() ? fault : *same;
}

// Once more, to write it down against the default continuation.
void Explorer::write_down(Witness& witness) {
  for (std::size_t capacity = 1024;; capacity *= 8) {
    witness.schedule.resize(capacity);
    RecordingController recording(*this, witness.schedule);
    witness.outcome = repeat(recording, Purpose::kRepeat);
    witness.costs = recording.costs();
    if (!recording.overflowed()) {
      witness.schedule.resize(recording.schedule().size());
      return;
    }
  }
}

// In the execution that was made last.
Finding Explorer::seen(const Fault& fault, const Outcome& outcome) const {
  Finding finding;
  finding.fault = fault;
  finding.witness.outcome = outcome;
  finding.witness.limits = terms_.limits;
  finding.witness.message = executor_.last_words();
  finding.origin.execution = terms_.made_before + tally_.made();
  return finding;
}

void Explorer::keep(Finding finding) {
  const Fault first = finding.fault;
  if (!is_news(first)) {
    return;
  }
  finding.origin.bound = frontier_.bound();
  finding.origin.bound_below_complete = terms_.bound_below_complete != 0 && executor_.noted().empty();
  Fault& fault = finding.fault;
  if (first.has_place()) {
    fault = examine(first);
    if (fault.signature != first.signature && !is_news(fault)) {
      return;
    }
    executor_.look_for({.fault = fault.signature,
                        .ranges = {},
                        .sites = {fault.last().operation.site, fault.earlier().operation.site}});
    write_down(finding.witness);
    finding.witness.message = executor_.last_words();
    executor_.look_for({});
  } else {
    write_down(finding.witness);
  }
  if (is_in_doubt(fault)) {
    std::uint64_t runs = 0;
    const Confirmation confirmation = confirm(executor_, finding.witness.schedule, fault, runs);
    tally_.repeated += runs;
    fault.certain = confirmation == Confirmation::kMet;
    if (confirmation == Confirmation::kNoPoint) {
      unconfirmed_.insert(unconfirmed_.end(), {first.signature, fault.signature});
    }
    if (first.only_if_met && !fault.certain) {
      return;
    }
  }
  if (!tell(finding)) {
    forget(first.signature);
    forget(fault.signature);
  }
}

// With a larger point set they may be seen once more, and confirmed.
void Explorer::forget_unconfirmed() {
  for (const std::uint64_t signature : unconfirmed_) {
    forget(signature);
  }
}

bool Explorer::tell(const Finding& finding) {
  if (!host_.found(finding)) {
    return false;
  }
  // A fault that does not end the execution may show itself by worse: others are looked at for a while.
  if (finding.fault.certain && finding.fault.has_place() && !options_.all && options_.after_fault != 0) {
    const std::uint64_t until = finding.origin.execution + options_.after_fault;
    terms_.executions = std::min(terms_.executions, until - std::min(until, terms_.made_before));
  } else {
    found_ += finding.fault.certain ? 1 : 0;
  }
  return true;
}

}  // namespace heddle
