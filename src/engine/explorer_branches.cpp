// Explorer: executions that are made in processes of their own (branching.h), and what they hand over.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "engine/chunks.h"
#include "engine/explorer.h"

namespace heddle {

// Of those that were made on the way: before the trunk's own, which came last.
void Explorer::keep_branches() {
  if (elsewhere_.empty()) {
    return;
  }
  const std::vector<Elsewhere> all = std::move(elsewhere_);
  elsewhere_.clear();
  const Target own = again_;
  for (const Elsewhere& one : all) {
    again_ = one.target;
    keep(one.finding);
  }
  again_ = own;
}

// Before another execution of the lease.
bool Explorer::should_stop() const {
  return saw_sharing_ || frontier_.is_spent() || tally_.made() >= terms_.executions ||
         (!elsewhere_.empty() && !options_.all) || !host_.goes_on(tally_, frontier_);
}

// At the place where a sibling leaves the execution under way. Depth-first, what comes of one is made before the next.
Way Explorer::branch(std::uint32_t point, bool is_last) {
  if (options_.checkpoints == Checkpoints::kNever || purpose_ != Purpose::kExplore || terms_.record != 0 ||
      frontier_.order() == Order::kDepth) {
    return Way::kHere;
  }
  if (passed_by_ < made_elsewhere_) {
    ++passed_by_;  // before the trunk had to begin again
    return Way::kNext;
  }
  if (branched_ && should_stop()) {
    abandoned_ = true;
    return Way::kStop;
  }
  if (is_last || !costs_.pays(point)) {
    return Way::kHere;
  }
  const Way way = make_branch(point);
  if (way == Way::kNext) {
    branched_ = true;
    ++made_elsewhere_;
    ++passed_by_;
  }
  return way;
}

Way Explorer::make_branch(std::uint32_t point) {
  const std::uint64_t start = executor_.now();
  switch (executor_.branch()) {
    case Executor::Branch::kNone:
      return Way::kHere;
    case Executor::Branch::kChild:
      in_branch_ = true;
      branched_ = false;
      tally_before_ = tally_;
      elsewhere_.clear();
      news_.clear();
      frontier_.begin_branch(news_);
      return Way::kThere;
    case Executor::Branch::kParent:
      break;
  }
  // Where it died: whoever looks after this process will see to it when this one does, too.
  const std::uint64_t time = executor_.now() - start;
  waited_ += time;
  return take_over(point, time) ? Way::kNext : Way::kHere;
}

// The execution under way has come to its first point, as any other would.
bool Explorer::explore_from_here() {
  Target next = target_;
  for (;;) {
    target_ = next;
    const Way way = was_due_ || is_due(made_ + 1) ? Way::kHere : make_branch(0);
    if (way != Way::kNext) {
      begin_target();
      return false;
    }
    branched_ = true;
    made_elsewhere_ = 0;  // those were of the target before
    if (should_stop() || !frontier_.take(next)) {
      abandoned_ = true;
      return true;
    }
  }
}

void Explorer::note_faults(const Outcome& outcome) {
  for (const Fault& fault : faults_) {
    elsewhere_.push_back({.finding = seen(fault, outcome), .target = again_});
  }
}

// In the process made for the execution.
void Explorer::hand_over(const Outcome& outcome) {
  BranchReport report;
  if (!abandoned_) {
    frontier_.spend(outcome.steps);
    tally_.steps += outcome.steps;
    count(outcome);
    name_last();
    note_faults(outcome);
  }
  report.tally = tally_;
  if (frontier_.reached().overflowed()) {
    report.tally.ledger.note(LedgerRow::kFullMemory);
  }
  report.tally.cut = tally_before_.cut + frontier_.cut_count();
  report.tally -= tally_before_;
  report.tally.growth = frontier_.growth();
  report.tally.provocations = frontier_.provocations();
  report.steps = outcome.steps;
  report.found.swap(elsewhere_);
  report.reached = news_;
  const std::span<const std::byte> noted = executor_.noted();
  report.noted.assign(noted.begin(), noted.end());
  write_chunks(frontier_, 1, report.heads, report.bytes);
  executor_.end_branch(to_bytes(report));
}

// What it came to counts as if it had been made here.
bool Explorer::take_over(std::uint32_t point, std::uint64_t time) {
  auto report = to_report(executor_.branch_report());
  if (!report || report->tally.diverged() != 0) {
    return false;
  }
  frontier_.add_cut(report->tally.cut);
  frontier_.growth() += report->tally.growth;
  frontier_.provocations() += report->tally.provocations;
  if (!read_chunks(report->heads, report->bytes, frontier_)) {
    return false;
  }
  for (const ReachedEntry& entry : report->reached) {
    frontier_.add(entry);
  }
  frontier_.spend(report->tally.steps);
  tally_ += report->tally;
  for (std::uint64_t count = report->tally.made(); count != 0; --count) {
    was_due_ = was_due_ || is_due(++made_);
  }
  std::ranges::move(report->found, std::back_inserter(elsewhere_));
  // Not yet: the execution under way goes on with the points it began with.
  executor_.note(report->noted);
  saw_sharing_ = saw_sharing_ || !report->noted.empty();
  if (report->tally.made() == 1) {
    costs_.branched(time, report->steps > point ? report->steps - point : 0);
  }
  return true;
}

}  // namespace heddle
