// `sample`: breakpoints at random, for comparison (DataCollider, KCSAN). Threads run as by themselves; now and then one
// is held before an access, for a while or until nobody else can do anything.
#pragma once

#include <array>
#include <cstdint>

#include "engine/narrowed.h"
#include "strategies/numbered.h"

namespace heddle {

class Sample final : public Numbered {
 public:
  // Accesses from one breakpoint to the next, on average; scheduling points that a thread is held for, at most.
  static constexpr std::uint64_t kInterval = 64;
  static constexpr std::uint32_t kDelay = 1000;

  static constexpr std::array kSettings{&kSeed, &kShard};

  explicit Sample(const Settings& settings) : Numbered(settings.number(kSeed), shard_of(settings)) {}

  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  void draw(std::uint64_t seed, Plan& plan) override;
  void draw_interval();

  std::uint64_t key_ = 0;
  std::uint64_t drawn_ = 0;     // intervals
  std::uint64_t interval_ = 0;  // accesses to go
  ThreadId held_ = kNoThread;
  std::uint32_t waited_ = 0;
  NarrowedPoint others_;
};

}  // namespace heddle
