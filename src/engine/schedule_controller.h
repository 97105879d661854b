// Replays a schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/schedule.h"
#include "engine/continuation.h"
#include "engine/divergence.h"
#include "engine/seam.h"

namespace heddle {

// Takes the deviations of a schedule at their points and the default continuation elsewhere. A deviation that is not
// possible, whose check differs, or that is left over at the end is a divergence: the schedule belongs to another
// program, input or build, or the program is not deterministic. Check diverged() after the execution: a left-over
// deviation shows only when the outcome is already decided.
class ScheduleController final : public Controller {
 public:
  // The deviations must outlive the controller.
  explicit ScheduleController(std::span<const Deviation> schedule) : schedule_(schedule) {}

  [[nodiscard]] Wants begin() override {
    next_ = 0;
    points_ = 0;
    diverged_ = false;
    return {};
  }

  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    points_ = point.number + 1;
    if (next_ == schedule_.size() || point.number < schedule_[next_].point) [[likely]] {
      return default_choice(point);
    }
    return take_deviation(point);
  }

  void end(const Ended& ended) override;

  [[nodiscard]] bool diverged() const { return diverged_; }
  // Meaningful only when diverged().
  [[nodiscard]] const Divergence& divergence() const { return divergence_; }

 private:
  [[nodiscard]] std::size_t take_deviation(const ChoicePoint& point);

  std::span<const Deviation> schedule_;
  std::size_t next_ = 0;
  std::uint32_t points_ = 0;
  bool diverged_ = false;
  Divergence divergence_;
};

}  // namespace heddle
