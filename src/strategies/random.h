// `random`: executions drawn at random.
#pragma once

#include <array>
#include <string>

#include "engine/narrowed.h"
#include "engine/random_controller.h"
#include "strategies/numbered.h"

namespace heddle {

class Random final : public Numbered {
 public:
  static constexpr std::array kSettings{&kFocus, &kSeed, &kShard};

  explicit Random(std::uint64_t seed, std::uint64_t count = kUnlimited) : Numbered(seed, {}, count), draw_(seed) {}
  explicit Random(const Settings& settings)
      : Numbered(settings.number(kSeed), shard_of(settings)), focus_(settings.value(kFocus)), draw_(1) {}

  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  void draw(std::uint64_t seed, Plan& plan) override;
  [[nodiscard]] std::size_t choose_admitted(const ChoicePoint& point, const Course& course);

  std::string focus_;  // in words; empty: none
  RandomController draw_;
  NarrowedPoint admitted_;
};

}  // namespace heddle
