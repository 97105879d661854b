// `random`: executions drawn at random, each named by its number.
#pragma once

#include "core/options.h"
#include "engine/random_controller.h"
#include "engine/strategy.h"

namespace heddle {

class Random final : public Strategy {
 public:
  explicit Random(const Options& options) : seed_(options.seed), draw_(options.seed) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  void begin(const Target& target) override;
  [[nodiscard]] std::size_t choose(const ChoicePoint& point, Frontier& frontier) override;
  Standing end(const Outcome& outcome, Frontier& frontier) override;
  void name_again(Target& target) const override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  std::uint64_t seed_;
  RandomController draw_;
  Target target_;
  std::uint64_t number_ = 0;  // of the execution under way
  bool is_range_ = false;     // and the next numbers follow
};

}  // namespace heddle
