// Executions that are named by their numbers alone, without an end to them: what strategies that draw have in common.
#pragma once

#include <cstdint>

#include "core/options.h"
#include "engine/strategy.h"

namespace heddle {

class Numbered : public Strategy {
 public:
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  void begin(const Target& target) override;
  Standing end(const Outcome& outcome, Frontier& frontier) override;
  [[nodiscard]] bool split(Target& target, Target& other, bool first) const override;
  void name_again(Target& target) const override;
  [[nodiscard]] bool is_numbered() const override { return true; }

 protected:
  explicit Numbered(const Options& options)
      : seed_(options.seed), shard_(options.shard), shards_(options.shards), most_(options.executions) {}

  // An execution begins whose choices follow from this.
  virtual void draw(std::uint64_t seed) = 0;
  // Executions within the totals.
  [[nodiscard]] static std::uint64_t made(const Totals& totals);

 private:
  std::uint64_t seed_;
  std::uint64_t shard_;
  std::uint64_t shards_;
  std::uint64_t most_;
  Target target_;
  std::uint64_t number_ = 0;  // of the execution under way
  std::uint64_t count_ = 1;   // ... and of those that follow
};

}  // namespace heddle
