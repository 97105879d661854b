// Keeps the execution under way. Repetitions come through here too: whoever reads it knows which ones count.
#pragma once

#include <cstdint>

#include "engine/happens_before_hash.h"
#include "engine/judge.h"
#include "sim/enumerate.h"

namespace heddle::sim {

class Diary final : public Judge {
 public:
  void begin() override {
    execution_ = {};
    happened_.begin();
  }
  [[nodiscard]] bool watches() const override { return true; }
  void observe(const Event& event, FindingSink& /*sink*/) override {
    happened_.observe(event);
    if (event.visible) {
      execution_.steps.push_back({event.thread, event.variant});
    }
  }
  void end(const Outcome& outcome, FindingSink& /*sink*/) override {
    execution_.outcome = outcome;
    ended = true;
  }

  bool ended = false;  // an execution is there to be fetched
  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] std::uint64_t graph() const { return happened_.value(); }

 private:
  Execution execution_;
  HappensBeforeHash happened_;
};

}  // namespace heddle::sim
