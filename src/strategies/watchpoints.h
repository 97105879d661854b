// `wp`, `provoke` and `cb+wp`: RaceHunter's method ([WP]), for other suspects too, and both papers' idea of joining it
// with context bounding.
//
// Every execution is monitored. Accesses of two threads that conflict are suspects, and so is what detectors predict;
// each is provoked, from the path of the execution that showed it, with threads held (provoker.h), until there is
// nothing new. `wp` and `provoke` begin with the execution that the default continuation makes; `cb+wp` with all that
// context bounding makes. Races are the business of the detectors, above all of `caught`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/options.h"
#include "core/suspect.h"
#include "engine/continuation.h"
#include "engine/strategy.h"
#include "strategies/provoker.h"

namespace heddle {

class Watchpoints final : public Strategy {
 public:
  struct Manner {
    bool by_rank = false;  // the most promising suspects first; otherwise as the base has it
    bool cycles = true;    // of locks, too
  };
  // `base` makes the executions that are monitored first.
  Watchpoints(std::unique_ptr<Strategy> base, const Options& options, Manner manner)
      : base_(std::move(base)), prunes_ordered_(options.prune_ordered != 0), manner_(manner) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  void take_up(const LeaseTerms& terms) override {
    point_set_ = terms.points;
    step_limit_ = terms.limits.steps;
    base_->take_up(terms);
  }
  void begin(const Target& target) override;
  // What is sought, and what was recorded, belongs to the target.
  [[nodiscard]] bool can_change() const override { return false; }
  [[nodiscard]] std::size_t continuation(const ChoicePoint& point) override { return base_->continuation(point); }
  void passed(const ChoicePoint& point, std::size_t chosen) override {
    points_ = point.step + 1;
    base_->passed(point, chosen);
  }
  void use(Brancher* brancher) override { base_->use(brancher); }
  // Suspects that are done with. Base executions that were made say nothing of other rounds.
  [[nodiscard]] bool keeps_reached() const override { return manner_.by_rank; }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point, Frontier& frontier) override;
  void stayed_for(std::uint32_t points) override {
    points_ += points;
    base_->stayed_for(points);
  }
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& point, bool in_path) override {
    return is_provoked_ ? 0 : base_->stays_for(point, in_path);
  }
  [[nodiscard]] bool watches() const override { return is_provoked_ || base_->watches(); }
  void observe(const Event& event) override;
  [[nodiscard]] std::span<const AccessDescriptor> seeks() const override;
  [[nodiscard]] bool monitors() const override { return true; }
  [[nodiscard]] bool monitored(const TraceSize& size, std::uint64_t content) override;
  void suspect(const Suspect& suspect) override { suspects_.push_back(suspect); }
  Standing end(const Outcome& outcome, Frontier& frontier) override;
  [[nodiscard]] bool split(Target& target, Target& other, bool first) const override;
  void name_again(Target& target) const override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  // What a target of this strategy stands for.
  struct Provocation {
    Suspect suspect;
    Attempt attempt;
    Schedule guide;  // where the execution that showed it leaves the continuation; followed until a thread is held
  };

  [[nodiscard]] static std::vector<std::byte> payload_of(const Provocation& provocation);
  // False: the target is the base's.
  [[nodiscard]] static bool read_payload(const Target& target, Provocation& provocation);
  [[nodiscard]] std::size_t follow_guide(const ChoicePoint& point);
  void try_again(const Outcome& outcome, Frontier& frontier) const;
  // What first_time() is asked by: a suspect that was not done with is one again with a larger point set.
  [[nodiscard]] std::uint32_t cost_of_open() const { return ~std::uint32_t{0} - point_set_; }
  void add_suspects(Frontier& frontier);

  std::unique_ptr<Strategy> base_;
  bool prunes_ordered_;
  Manner manner_;
  std::uint32_t point_set_ = 0;  // version, of the lease
  std::uint64_t step_limit_ = 0;
  // Of the execution under way.
  Target target_;
  bool is_provoked_ = false;
  Provocation provocation_;
  std::uint32_t points_ = 0;
  std::size_t next_ = 0;  // of the guide
  Schedule path_;         // where it leaves the continuation of the base
  Provoker provoker_;
  TraceSize trace_;
  std::uint64_t content_ = 0;  // 0: not recorded
  // What executions were looked at for conflicts, of the same round and point set: those that do the same have the
  // same.
  std::unordered_set<std::uint64_t> known_;
  std::uint64_t known_of_ = 0;
  std::vector<Suspect> suspects_;
};

// "; 3 conflicts (2 unordered, 1 ordered), of which 2 met, 1 could not be made to; 5 attempts", behind what the
// executions were.
[[nodiscard]] std::string what_was_provoked(Provocations made);

// The execution that the default continuation makes, and no other.
class OneSchedule final : public Strategy {
 public:
  explicit OneSchedule(const Options& options) : slice_(options.slice) {}
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  void begin(const Target& /*target*/) override {}
  [[nodiscard]] std::size_t continuation(const ChoicePoint& point) override { return default_choice(point, slice_); }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point, Frontier& /*frontier*/) override {
    return default_choice(point, slice_);
  }
  void name_again(Target& target) const override {
    target.path.clear();
    target.payload.clear();
  }
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  std::uint32_t slice_;
};

}  // namespace heddle
