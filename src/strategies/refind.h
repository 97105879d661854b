// `refind`, for measurements: how well descriptors (core/suspect.h) find their accesses again. The schedule that the
// default continuation makes is recorded; then the accesses of its conflicts are looked for, in the same schedule and
// in random ones.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/suspect.h"
#include "engine/random_controller.h"
#include "engine/strategy.h"
#include "strategies/common_settings.h"

namespace heddle {

class Refind final : public Strategy {
 public:
  static constexpr std::uint64_t kRandomSchedules = 4;  // for each batch of descriptors

  static constexpr std::array kSettings{&kSeed};

  explicit Refind(const Settings& settings)
      : Strategy({.shares_reached = true}), seed_(settings.number(kSeed)), random_(seed_) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) override;
  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  Standing end(const Made& made, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  void add_batches(std::span<const Suspect> suspects, Frontier& frontier) const;

  std::uint64_t seed_;
  RandomController random_;
  // Of the execution under way.
  Target target_;
  std::uint64_t schedule_ = 0;  // 0: the default one
  Suspect batch_;               // a cycle by name only: as many as can be sought at once
};

}  // namespace heddle
