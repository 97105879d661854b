// `random`: executions drawn at random.
#pragma once

#include <string>

#include "core/options.h"
#include "engine/narrowed.h"
#include "engine/random_controller.h"
#include "strategies/numbered.h"

namespace heddle {

class Random final : public Numbered {
 public:
  explicit Random(const Options& options)
      : Numbered(options), slice_(options.slice), focus_(options.focus), draw_(options.seed) {}

  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  void draw(std::uint64_t seed, Plan& plan) override;
  [[nodiscard]] std::size_t choose_admitted(const ChoicePoint& point, const Course& course);

  std::uint32_t slice_;  // a thread that spins outside of the focus is left after so many steps all the same
  std::string focus_;    // in words; empty: none
  RandomController draw_;
  NarrowedPoint admitted_;
};

}  // namespace heddle
