// Executions that are named by their numbers alone, without an end to them: what strategies that draw have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/strategy.h"
#include "strategies/common_settings.h"

namespace heddle {

// The parts of a numbered whole: those executions whose number leaves the remainder `index` when divided by `count`.
struct Shard {
  std::uint32_t index = 0;
  std::uint32_t count = 1;
};
// "2/5"; nothing where it is none.
[[nodiscard]] std::optional<Shard> parse_shard(std::string_view text);
[[nodiscard]] Shard shard_of(const Settings& settings);

[[nodiscard]] std::string check_shard(std::string& value);
inline constexpr Setting kShard{
    .name = "shard",
    .value = "K/N",
    .help = "Run part K of N of the random schedules, so that N machines can share the work",
    .fallback = "1/1",
    .check = check_shard};

class Numbered : public Strategy {
 public:
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) override;

 protected:
  // `count`: so many, and no more.
  explicit Numbered(std::uint64_t seed, Shard shard = {}, std::uint64_t count = kUnlimited)
      : Strategy({.is_numbered = true}), seed_(seed), shard_(shard), count_(count) {}

  // An execution begins whose choices follow from this. What they cost, and whether there is a focus, is for the plan.
  virtual void draw(std::uint64_t seed, Plan& plan) = 0;
  // Executions that were begun: the number of the next one.
  [[nodiscard]] static std::uint64_t begun(const Totals& totals);
  // Executions within the totals.
  [[nodiscard]] static std::uint64_t made(const Totals& totals);

 private:
  std::uint64_t seed_;
  Shard shard_;
  std::uint64_t count_;
};

}  // namespace heddle
