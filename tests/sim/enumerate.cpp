#include "sim/enumerate.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace heddle::sim {

namespace {

class DepthFirst final : public Controller {
 public:
  [[nodiscard]] Wants begin() override {
    depth_ = 0;
    execution_ = Execution{};
    counter_ = CostCounter{};
    switches_ = 0;
    last_ = kNoThread;
    return {};
  }

  std::size_t choose(const ChoicePoint& point) override {
    assert(point.number == depth_);
    if (depth_ == branches_.size()) {
      branches_.push_back({0, point.choices.size()});
    }
    assert(branches_[depth_].count == point.choices.size() && "a repeated prefix offers the same");
    const std::size_t chosen = branches_[depth_++].chosen;
    counter_.choose(point, chosen);
    judge_focus(point, chosen);
    return chosen;
  }

  void observe(const Event& event) override {
    if (event.visible) {
      // Counted here once more: the executor's own count is under test.
      switches_ += last_ != kNoThread && last_ != event.thread ? 1 : 0;
      last_ = event.thread;
      execution_.steps.push_back({event.thread, event.variant});
    } else if (execution_.steps.empty() && event.operation.kind == OperationKind::kThreadCreate) {
      last_ = event.thread;  // main, which runs before its first step
    }
  }

  void end(const Ended& ended) override {
    execution_.outcome = ended.outcome;
    execution_.costs = counter_.costs();
    execution_.costs.switches += switches_;
  }

  // To the next path; false after the last.
  bool advance() {
    while (!branches_.empty() && branches_.back().chosen + 1 == branches_.back().count) {
      branches_.pop_back();
    }
    if (branches_.empty()) {
      return false;
    }
    ++branches_.back().chosen;
    return true;
  }

  Execution take() { return std::move(execution_); }

 private:
  // Written from the definition, not from the code under test.
  void judge_focus(const ChoicePoint& point, std::size_t chosen) {
    const Choice& taken = point.choices[chosen];
    if (is_extra(point, chosen) && !taken.in_focus) {
      execution_.preempts_in_focus = execution_.delays_in_focus = false;
    }
    for (const Choice& other : point.choices) {
      if (other.in_focus || costs_extra(other.alternative) || other.alternative.thread == taken.alternative.thread) {
        continue;
      }
      const bool was_running = other.alternative.thread == point.last;
      if (was_running && point.last_yielded) {
        continue;
      }
      execution_.preempts_in_focus = execution_.preempts_in_focus && !was_running;
      // Round the circle of threads from the last one: who comes before the one taken is delayed.
      const auto turns = [&point](ThreadId thread) {
        const int from = point.last == kNoThread ? 0 : point.last.value;
        return (thread.value - from + 0x10000) % 0x10000;
      };
      const bool comes_before = turns(other.alternative.thread) < turns(taken.alternative.thread);
      execution_.delays_in_focus = execution_.delays_in_focus && !comes_before;
    }
  }

  struct Branch {
    std::size_t chosen;
    std::size_t count;
  };
  std::vector<Branch> branches_;
  std::size_t depth_ = 0;
  Execution execution_;
  CostCounter counter_;
  std::uint32_t switches_ = 0;
  ThreadId last_ = kNoThread;
};

}  // namespace

std::vector<Execution> enumerate(Executor& executor, std::size_t limit) {
  std::vector<Execution> executions;
  DepthFirst search;
  do {
    executor.execute(search);
    executions.push_back(search.take());
  } while (executions.size() < limit && search.advance());
  return executions;
}

std::size_t count(const std::vector<Execution>& executions, OutcomeKind kind) {
  return count(executions, [kind](const Execution& execution) { return execution.outcome.kind == kind; });
}

bool all_distinct(const std::vector<Execution>& executions) {
  std::vector<std::vector<Alternative>> identities;
  identities.reserve(executions.size());
  for (const Execution& execution : executions) {
    identities.push_back(execution.steps);
  }
  std::ranges::sort(identities);
  return std::ranges::adjacent_find(identities) == identities.end();
}

std::uint32_t cost(const Execution& execution, Measure measure) {
  switch (measure) {
    case Measure::kSwitches:
      return execution.costs.switches;
    case Measure::kPreemptions:
      return execution.costs.preemptions;
    case Measure::kDelays:
      return execution.costs.delays;
    case Measure::kNothing:
      break;
  }
  return 0;
}

}  // namespace heddle::sim
