// `wp`, `provoke` and `cb+wp`: RaceHunter's method ([WP]), for other suspects too, and both papers' idea of joining it
// with context bounding.
//
// Every execution is monitored. Accesses of two threads that conflict are suspects, and so is what detectors predict;
// each is provoked, from the path of the execution that showed it, with threads held (provoker.h), until there is
// nothing new. `wp` and `provoke` begin with the execution that the default continuation makes; `cb+wp` with all that
// context bounding makes. Races are the business of the detectors, above all of `caught`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/suspect.h"
#include "engine/strategy.h"
#include "strategies/common_settings.h"
#include "strategies/provoker.h"

namespace heddle {

inline constexpr Setting kPruneOrdered{.name = "prune-ordered",
                                       .value = "",
                                       .help = "Skip conflicts that thread creation and join already order",
                                       .fallback = ""};

class Watchpoints final : public Strategy, private Observer {
 public:
  struct Manner {
    bool by_rank = false;  // the most promising suspects first; otherwise as the base has it
    bool cycles = true;    // of locks, too
  };
  // `base` makes the executions that are monitored first.
  Watchpoints(std::unique_ptr<Strategy> base, bool prunes_ordered, Manner manner)
      : Strategy(traits_with(base->traits(), manner)),
        base_(std::move(base)),
        prunes_ordered_(prunes_ordered),
        manner_(manner) {}

  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) override;
  [[nodiscard]] Choose choose(const ChoicePoint& point, const Course& course, Frontier& frontier) override;
  Standing end(const Made& made, Frontier& frontier) override;
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  // What a target of this strategy stands for.
  struct Provocation {
    Suspect suspect;
    Attempt attempt;
    Schedule guide;  // where the execution that showed it leaves the continuation; followed until a thread is held
  };

  [[nodiscard]] static Traits traits_with(Traits traits, Manner manner);
  // Observer, of executions that provoke.
  void begin() override {}
  void observe(const Event& event) override { provoker_.observe(event); }

  [[nodiscard]] static std::vector<std::byte> payload_of(const Provocation& provocation);
  // False: it makes no sense.
  [[nodiscard]] static bool read_payload(const Target& target, Provocation& provocation);
  [[nodiscard]] std::size_t follow_guide(const ChoicePoint& point);
  void try_again(const Outcome& outcome, Frontier& frontier) const;
  // What first_time() is asked by: a suspect that was not done with is one again with a larger point set.
  [[nodiscard]] std::uint32_t cost_of_open() const { return ~std::uint32_t{0} - point_set_; }
  void add_suspects(const Made& made, Frontier& frontier) const;

  std::unique_ptr<Strategy> base_;
  bool prunes_ordered_;
  Manner manner_;
  // Of the execution under way.
  std::uint32_t point_set_ = 0;  // version
  Target target_;
  bool is_provoked_ = false;
  Provocation provocation_;
  std::size_t next_ = 0;  // of the guide
  Provoker provoker_;
};

// "; 3 conflicts (2 unordered, 1 ordered): 2 reproduced, 1 not reproduced; 5 attempts", behind what the
// executions were.
[[nodiscard]] std::string what_was_provoked(Provocations made);

// The execution that the default continuation makes, and no other.
class OneSchedule final : public Strategy {
 public:
  static constexpr std::array kSettings{&kFixedContinuation, &kPruneOrdered};

  explicit OneSchedule(const Settings& settings) : slice_(continuing(settings).slice) {}
  void refill(std::uint32_t round, const Totals& totals, Frontier& frontier) override;
  [[nodiscard]] Plan begin(const Target& target, const LeaseTerms& terms) override;
  [[nodiscard]] Choose choose(const ChoicePoint& /*point*/, const Course& course, Frontier& /*frontier*/) override {
    return take(course.usual());
  }
  [[nodiscard]] Coverage coverage(const Totals& totals) const override;

 private:
  std::uint32_t slice_;
};

}  // namespace heddle
