// Executions that are named by their numbers alone, without an end to them: what strategies that draw have in common.
#pragma once

#include <cstdint>

#include "core/options.h"
#include "engine/strategy.h"

namespace heddle {

class Numbered : public Strategy {
 public:
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) final;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) final;

 protected:
  explicit Numbered(const Options& options)
      : Strategy({.is_numbered = true}),
        seed_(options.seed),
        shard_(options.shard),
        shards_(options.shards),
        most_(options.executions) {}

  // An execution begins whose choices follow from this. What they cost, and whether there is a focus, is for the plan.
  virtual void draw(std::uint64_t seed, Plan& plan) = 0;
  // Executions within the totals.
  [[nodiscard]] static std::uint64_t made(const Totals& totals);

 private:
  std::uint64_t seed_;
  std::uint64_t shard_;
  std::uint64_t shards_;
  std::uint64_t most_;
};

}  // namespace heddle
