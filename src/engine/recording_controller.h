// Writes down what another controller does, as a schedule.
#pragma once

#include <cstddef>
#include <span>

#include "core/schedule.h"
#include "engine/continuation.h"
#include "engine/counting.h"
#include "engine/seam.h"

namespace heddle {

// Wraps a controller and records where it leaves the default continuation, so that any execution can be replayed by a
// ScheduleController. The memory is the caller's: at a scheduling point of a target nothing may be allocated.
class RecordingController final : public Controller {
 public:
  // `inner` and `storage` must outlive this. Deviations beyond the storage are dropped, and overflowed() says so.
  RecordingController(Controller& inner, std::span<Deviation> storage) : inner_(inner), storage_(storage) {}

  // How many deviations there are goes there as well, at every step: for whoever looks when this process is dead.
  void publish(std::uint32_t* size) { published_ = size; }

  [[nodiscard]] Wants begin() override {
    size_ = 0;
    overflowed_ = false;
    counter_ = {};
    Wants wants = inner_.begin();
    wants.stays = nullptr;  // every choice is looked at
    return wants;
  }

  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    const std::size_t chosen = inner_.choose(point);
    if (chosen == kDiverge) {
      return chosen;
    }
    if (chosen != default_choice(point)) {
      record(point, chosen);
    }
    counter_.choose(point, chosen);
    return chosen;
  }

  void observe(const Event& event) override { inner_.observe(event); }
  void end(const Ended& ended) override {
    counter_.end(ended.outcome);
    inner_.end(ended);
  }

  // Of the execution since begin(). Not the whole of it when overflowed().
  [[nodiscard]] std::span<const Deviation> schedule() const { return storage_.first(size_); }
  [[nodiscard]] bool overflowed() const { return overflowed_; }
  [[nodiscard]] const Costs& costs() const { return counter_.costs(); }

 private:
  void record(const ChoicePoint& point, std::size_t chosen) {
    if (size_ == storage_.size()) {
      overflowed_ = true;
      return;
    }
    const Choice& choice = point.choices[chosen];
    storage_[size_++] = {point.number, choice.alternative, pending_check(*choice.pending)};
    if (published_ != nullptr) {
      *published_ = static_cast<std::uint32_t>(size_);
    }
  }

  Controller& inner_;
  std::span<Deviation> storage_;
  std::size_t size_ = 0;
  std::uint32_t* published_ = nullptr;
  bool overflowed_ = false;
  CostCounter counter_;
};

}  // namespace heddle
