// Executions as the moments at which they leave the default continuation: by steps of threads, and not of the whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/event.h"
#include "engine/continuation.h"
#include "engine/seam.h"

namespace heddle {

// "When `after` has made `steps` steps, take this."
struct Moment {
  ThreadId after;
  std::uint64_t steps = 0;
  Alternative take;
};

// Steps made by each thread so far.
class StepCounter {
 public:
  void begin() { counts_.clear(); }
  void observe(const Event& event) {
    if (event.visible) {
      if (counts_.size() <= event.thread.value) {
        counts_.resize(event.thread.value + std::size_t{1});
      }
      ++counts_[event.thread.value];
    }
  }
  [[nodiscard]] std::uint64_t of(ThreadId thread) const {
    return thread.value < counts_.size() ? counts_[thread.value] : 0;
  }

 private:
  std::vector<std::uint64_t> counts_;
};

// Runs another controller and notes the moments at which it leaves the default continuation.
class MomentRecorder final : public Controller {
 public:
  explicit MomentRecorder(Controller& inner) : inner_(inner) {}

  [[nodiscard]] Wants begin() override {
    moments.clear();
    steps_.begin();
    Wants wants = inner_.begin();
    wants.watch = std::max(wants.watch, Watch::kEvents);  // for the steps
    wants.stays = nullptr;                                // every choice is looked at
    return wants;
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    const std::size_t chosen = inner_.choose(point);
    if (chosen != kDiverge && chosen != default_choice(point)) {
      moments.push_back(
          {.after = point.last, .steps = steps_.of(point.last), .take = point.choices[chosen].alternative});
    }
    return chosen;
  }
  void observe(const Event& event) override {
    steps_.observe(event);
    inner_.observe(event);
  }
  void end(const Ended& ended) override { inner_.end(ended); }

  std::vector<Moment> moments;

 private:
  Controller& inner_;
  StepCounter steps_;
};

// The default continuation, left at the given moments, in their order. One that does not come, or offers something
// else, is passed over.
class MomentFollower final : public Controller {
 public:
  // All but `count` of them, from `without` on.
  void follow(const std::vector<Moment>& moments, std::size_t without, std::size_t count) {
    moments_ = moments;
    const auto first = moments_.begin() + static_cast<std::ptrdiff_t>(without);
    moments_.erase(first, first + static_cast<std::ptrdiff_t>(count));
  }

  [[nodiscard]] Wants begin() override {
    next_ = 0;
    steps_.begin();
    return {.watch = Watch::kEvents};
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    while (next_ < moments_.size() && steps_.of(moments_[next_].after) > moments_[next_].steps) {
      ++next_;
    }
    if (next_ < moments_.size() && moments_[next_].after == point.last &&
        steps_.of(point.last) == moments_[next_].steps) {
      const Alternative wanted = moments_[next_++].take;
      for (std::size_t index = 0; index < point.choices.size(); ++index) {
        if (point.choices[index].alternative == wanted) {
          return index;
        }
      }
    }
    return default_choice(point);
  }
  void observe(const Event& event) override { steps_.observe(event); }

 private:
  std::vector<Moment> moments_;
  std::size_t next_ = 0;
  StepCounter steps_;
};

}  // namespace heddle
