// `random`: executions drawn at random, each named by its number.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "engine/random_controller.h"
#include "engine/strategy.h"

namespace heddle {

class Random final : public Strategy {
 public:
  explicit Random(const Options& options)
      : seed_(options.seed),
        shard_(options.shard),
        shards_(options.shards),
        most_(options.executions),
        slice_(options.slice),
        focus_(options.focus),
        draw_(options.seed) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  void begin(const Target& target) override;
  [[nodiscard]] std::size_t choose(const ChoicePoint& point, Frontier& frontier) override;
  Standing end(const Outcome& outcome, Frontier& frontier) override;
  [[nodiscard]] bool split(Target& target, Target& other, bool first) const override;
  void name_again(Target& target) const override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  [[nodiscard]] std::size_t choose_in_focus(const ChoicePoint& point);

  std::uint64_t seed_;
  std::uint64_t shard_;
  std::uint64_t shards_;
  std::uint64_t most_;
  std::uint32_t slice_;  // a thread that spins outside of the focus is left after so many steps all the same
  std::string focus_;    // in words; empty: none
  RandomController draw_;
  std::vector<Choice> admitted_;      // of the point under way
  std::vector<std::size_t> indices_;  // ... in its list
  Target target_;
  std::uint64_t number_ = 0;  // of the execution under way
  std::uint64_t count_ = 1;   // ... and of those that follow
};

}  // namespace heddle
