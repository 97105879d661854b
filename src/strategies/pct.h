// `pct`: every thread has a random priority, and those of a few that are about to run drop at random points.
//
// Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding bugs,
// ASPLOS 2010. A bug of depth d needs d orders between operations; an execution of n threads and at most k points shows
// it with a probability of at least 1/(n*k^(d-1)). Points are those with a choice: elsewhere no priority decides
// anything.
//
// Rounds are for k: each draws from as many points as the longest execution of the rounds before had. So k is the same
// for all workers, whenever they come to an execution.
//
// By priorities alone, a thread that spins would starve those it waits for. One that yields, sleeps, times out or goes
// on for kFairSlice points on end gets a priority below all others, also below those that got such a one before: all
// that spin take turns until they let others run. Timeouts and spurious wake-ups happen where there is nothing else, and
// now and then where only such a thread could go on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/narrowed.h"
#include "engine/random_controller.h"
#include "strategies/numbered.h"

namespace heddle {

[[nodiscard]] std::string check_depth(std::string& value);
inline constexpr Setting kDepth{.name = "depth",
                                .value = "D",
                                .help = "Bugs that need D orders between operations: priorities drop D-1 times",
                                .fallback = "3",
                                .check = check_depth};

class Pct final : public Numbered {
 public:
  static constexpr std::uint32_t kMostDepth = 100;
  // Points of an execution, when none was made.
  static constexpr std::uint32_t kFirstLength = 1000;

  static constexpr std::array kSettings{&kDepth, &kSeed, &kShard};

  explicit Pct(const Settings& settings)
      : Numbered(settings.number(kSeed), shard_of(settings)), changes_(settings.number(kDepth) - 1), draw_(1) {}

  // One execution at first, then as many as there are already.
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) override;
  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  // Initial ones are above kMostDepth; those that dropped at a change are from 1 on; of those that gave way below 0.
  using Priority = std::int64_t;
  static constexpr Priority kUnseen = 0;

  void draw(std::uint64_t seed, Plan& plan) override;
  [[nodiscard]] Priority& priority_of(ThreadId thread);
  [[nodiscard]] std::size_t highest(const ChoicePoint& point);
  [[nodiscard]] std::size_t highest_after_changes(const ChoicePoint& point);
  [[nodiscard]] std::size_t draw_variant(const ChoicePoint& point, std::size_t first);

  // All of the execution under way.
  std::uint32_t length_ = kFirstLength;  // points that changes are drawn from
  std::vector<std::uint32_t> changes_;   // the i-th: at which point a priority drops to i, from 1
  std::uint64_t key_ = 0;                // of initial priorities
  std::vector<Priority> priorities_;     // by thread
  Priority lowest_ = 0;
  std::uint32_t turn_ = 0;  // points on end at which the last thread went on
  RandomController draw_;   // of variants
  NarrowedPoint variants_;
};

}  // namespace heddle
