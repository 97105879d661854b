// The exploration algorithm, as a worker does it: [CB] Listing 2, with any Strategy and any set of Detectors.
//
//   while the frontier has a target: replay its path, let the strategy choose the rest, let the judges judge
//
// What is in the frontier at first is a lease, and what is left in it at the end goes back (engine/search.h). Owned
// here once, for all strategies: replay and divergence, limits, the tally, the check that the program is deterministic,
// and what makes a fault a finding that can be repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/finding.h"
#include "core/lease.h"
#include "core/schedule.h"
#include "core/target.h"
#include "engine/branching.h"
#include "engine/counting.h"
#include "engine/divergence.h"
#include "engine/frontier.h"
#include "engine/judge.h"
#include "engine/seam.h"
#include "engine/strategy.h"
#include "engine/watcher.h"

namespace heddle {

// Two executions under one schedule did different things.
struct Variation {
  std::uint64_t event = 0;  // number of the first event that differs, from 0
  bool known = false;       // the rest is there
  Event first;              // what the one did; with kNoThread: it had ended
  Event second;
  bool by_fresh_memory = false;  // only when memory without a defined content held other bytes
  Event read;                    // ... and the first read that saw them; with kNoThread: none is known
};

// Where a schedule can be read when the process that followed it is dead.
struct RecordPlace {
  std::span<Deviation> deviations;
  std::uint32_t* size = nullptr;
};

// Whom the explorer works for.
class Host {
 public:
  virtual ~Host() = default;
  // A lease begins.
  virtual void takes(const LeaseTerms& /*terms*/) {}
  // Before every execution: go on? `tally` is the lease's.
  [[nodiscard]] virtual bool goes_on(const Tally& tally, const Frontier& frontier) = 0;
  // The explorer knows neither the strategy's name nor the cells of the points. False: there is no room for it, and it is
  // to be found once more.
  [[nodiscard]] virtual bool found(const Finding& finding) = 0;
  // A lease ends: what whoever runs the program has noted in it.
  virtual void add_notes(Ledger& /*ledger*/) {}
  // For leases that are to be recorded.
  [[nodiscard]] virtual RecordPlace record_place() { return {}; }
};

struct ExplorerOptions {
  bool all = false;               // go on after the first finding
  bool tolerate = false;          // go on with what varies
  std::uint64_t after_fault = 0;  // see Options
  bool check_repeats = true;
  Checkpoints checkpoints = Checkpoints::kNever;
};

class Explorer final : private Controller, private Stays, private ConflictFilter, private FindingSink {
 public:
  // All must outlive this.
  Explorer(Executor& executor, Strategy& strategy, std::span<Judge* const> judges, Frontier& frontier, Host& host,
           const ExplorerOptions& options);

  // The targets in the frontier and all that follows from them, within the terms.
  LeaseEnd explore(const LeaseTerms& terms);
  [[nodiscard]] const Tally& tally() const { return tally_; }
  // What makes the last execution once more.
  [[nodiscard]] const Target& last() const { return again_; }
  // The program did not always do the same under the same schedule: nothing is complete.
  [[nodiscard]] bool varied() const { return varied_; }
  [[nodiscard]] const Variation& variation() const { return variation_; }
  // Where it reads memory that it has not initialised, seen by what it does with other bytes there.
  [[nodiscard]] const std::optional<Variation>& uninitialised() const { return uninitialised_; }
  [[nodiscard]] const Divergence& divergence() const { return divergence_; }

 private:
  // What the execution under way is for.
  enum class Purpose : std::uint8_t {
    kExplore,
    kRepeat,   // the same once more: nothing new comes of it
    kExamine,  // ... looking closely at where a fault was
    kLog,      // ... keeping its events
    kCompare,  // ... against the log
  };

  // Controller.
  [[nodiscard]] Wants begin() override;
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override;
  void observe(const Event& event) override;
  void end(const Ended& ended) override;
  // Stays.
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& point) override;
  void stayed_for(std::uint32_t points) override;
  // ConflictFilter.
  [[nodiscard]] bool matters(const RecordedExecution& recorded) override;
  // FindingSink.
  void report(const Fault& fault) override;
  void suspect(const Suspect& suspect) override;

  [[nodiscard]] Wants wants();
  void begin_target();
  void begin_known_contents();
  [[nodiscard]] const Target& target() const { return purpose_ == Purpose::kExplore ? target_ : again_; }
  [[nodiscard]] std::size_t ask(const ChoicePoint& point);
  [[nodiscard]] Way branch(std::uint32_t point, bool is_last);
  void name_last();
  [[nodiscard]] LeaseEnd explore_all(const LeaseTerms& terms);
  [[nodiscard]] std::size_t replay(const ChoicePoint& point);
  [[nodiscard]] bool explore_target();
  void count(const Outcome& outcome);
  [[nodiscard]] bool repeats(const Outcome& first);
  [[nodiscard]] bool is_due(std::uint64_t number) const;
  [[nodiscard]] bool varies_by_fresh_memory(const Outcome& first);
  [[nodiscard]] Variation find_variation(bool by_fresh_memory);
  void note_difference(const std::optional<Event>& first, const std::optional<Event>& second);
  [[nodiscard]] bool goes_on_varied();
  void note_uninitialised();
  [[nodiscard]] Finding seen(const Fault& fault, const Outcome& outcome) const;
  void keep(Finding finding);
  // False: nobody takes it.
  [[nodiscard]] bool tell(const Finding& finding);
  void forget(std::uint64_t signature) { std::erase(known_, signature); }
  void forget_unconfirmed();
  [[nodiscard]] bool is_news(const Fault& fault);
  [[nodiscard]] Fault examine(const Fault& fault);
  void write_down(Witness& witness);
  [[nodiscard]] bool should_stop() const;
  // False: in the process that makes the target; true: all that can be was made by such.
  [[nodiscard]] bool explore_from_here();
  // kThere, kNext, or kHere where it was not possible.
  [[nodiscard]] Way make_branch(std::uint32_t point);
  [[nodiscard]] Outcome execute_recorded();
  void note_faults(const Outcome& outcome);
  void hand_over(const Outcome& outcome);
  [[nodiscard]] bool take_over(std::uint32_t point, std::uint64_t time);
  void keep_branches();
  Outcome repeat(Controller& controller, Purpose purpose, std::uint64_t fresh_pattern = 0);

  Executor& executor_;
  Strategy& strategy_;
  std::span<Judge* const> judges_;
  Frontier& frontier_;
  Host& host_;
  ExplorerOptions options_;

  LeaseTerms terms_;
  Tally tally_;             // of the lease
  std::uint64_t made_ = 0;  // executions of this process, but for repetitions
  bool varied_ = false;
  Target target_;
  Target again_;  // what makes the last execution once more
  Plan plan_;     // of the execution under way, as what follows
  Course course_;
  Schedule path_;  // where it has left the usual choices
  Profile profile_;
  std::size_t thread_ = 0;  // the last one chosen, as the profile counts them
  std::vector<Suspect> suspects_;
  TraceSize trace_;
  std::uint64_t content_ = 0;  // of its record; 0: there is none
  // Executions of one round and point set that were looked at for conflicts: those that do the same have the same.
  std::unordered_set<std::uint64_t> contents_;
  std::uint64_t contents_of_ = 0;
  Frontier nothing_;  // takes what repetitions would add
  Purpose purpose_ = Purpose::kExplore;
  std::size_t next_ = 0;  // deviation of the path
  std::uint32_t points_passed_ = 0;
  bool pruned_ = false;
  bool diverged_ = false;
  Standing standing_ = Standing::kWithin;
  Divergence divergence_;
  std::vector<Fault> faults_;         // of the execution under way
  std::vector<Fault> examined_;       // ... of one that is looked at closely
  std::vector<std::uint64_t> known_;  // signatures
  // ... of data races in doubt whose accesses are no scheduling points, in the execution under way.
  std::vector<std::uint64_t> unconfirmed_;
  std::vector<Event> log_;
  std::size_t compared_ = 0;
  Variation variation_;
  std::optional<Variation> uninitialised_;
  Variation difference_;             // between the log and what is compared with it
  std::uint64_t fresh_pattern_ = 0;  // of the last repetition
  std::uint64_t found_ = 0;          // in the lease

  BranchCosts costs_;
  std::vector<Elsewhere> elsewhere_;  // what was found by processes made here
  std::vector<ReachedEntry> news_;
  Tally tally_before_;          // when this process was made
  std::uint64_t started_ = 0;   // the execution under way; 0: its time is not taken
  std::uint64_t first_at_ = 0;  // ... came to its first point
  std::uint64_t waited_ = 0;    // ... for its branches
  std::uint64_t begun_ = 0;     // executions from the start
  bool in_branch_ = false;      // this process was made for an execution
  bool is_under_way_ = false;   // an execution has begun
  // Siblings on its way that were made by branches; those of them it has come by.
  std::uint64_t made_elsewhere_ = 0;
  std::uint64_t passed_by_ = 0;
  bool abandoned_ = false;    // the execution under way stands for nothing
  bool branched_ = false;     // ... and was a trunk
  bool saw_sharing_ = false;  // one of its branches: the point set will grow
  bool was_due_ = false;      // a check fell to a branch: the next execution made here is checked instead
};

}  // namespace heddle
