// A controller for tests: follows indices into the choices, then takes the default, and keeps what it saw.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "engine/continuation.h"
#include "engine/counting.h"
#include "engine/seam.h"

namespace heddle::sim {

class Probe final : public Controller {
 public:
  struct Point {
    std::vector<Alternative> alternatives;
    ThreadId last;
    bool last_yielded;
    std::uint32_t run_length;
    int earliest_timeout;
  };

  explicit Probe(std::vector<Alternative> takes = {}) : takes_(std::move(takes)) {}

  [[nodiscard]] Wants begin() override {
    points.clear();
    events.clear();
    counter = CostCounter{};
    return {};
  }

  std::size_t choose(const ChoicePoint& point) override {
    Point& seen = points.emplace_back(Point{.alternatives = {},
                                            .last = point.last,
                                            .last_yielded = point.last_yielded,
                                            .run_length = point.run_length,
                                            .earliest_timeout = point.earliest_timeout});
    std::size_t chosen = default_choice(point);
    for (std::size_t index = 0; index < point.choices.size(); ++index) {
      seen.alternatives.push_back(point.choices[index].alternative);
      if (point.number < takes_.size() && point.choices[index].alternative == takes_[point.number]) {
        chosen = index;
      }
    }
    counter.choose(point, chosen);
    return chosen;
  }

  void observe(const Event& event) override { events.push_back(event); }

  void end(const Ended& ended) override { counter.end(ended.outcome); }

  std::vector<Point> points;
  std::vector<Event> events;
  CostCounter counter;

 private:
  std::vector<Alternative> takes_;
};

}  // namespace heddle::sim
