#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::truth {

namespace {

class Comparison {
 public:
  Comparison(const Hunt& hunt, const Truth& truth, const Said& said) : hunt_(hunt), truth_(truth), said_(said) {}

  std::string wrong() {
    if (!said_.problem.empty()) {
      return said_.problem;
    }
    expect(said_.complete != hunt_.is_cut, (said_.complete ? "complete: " : "not complete: ") + said_.guarantee);
    states();
    if (hunt_.is_cut) {
      return std::move(text_);
    }
    finding("deadlock", required().deadlock, truth_.all.deadlock);
    finding("assertion", required().assertion, truth_.all.assertion);
    if (hunt_.races) {
      races();
    }
    executions();
    return std::move(text_);
  }

 private:
  void expect(bool right, const std::string& otherwise) {
    if (!right) {
      text_ += otherwise + "\n";
    }
  }

  [[nodiscard]] bool within(int cost) const { return !hunt_.bound || cost <= *hunt_.bound; }
  // Preemptions are counted between steps. Where some accesses are none, a thread that only makes such accesses has
  // ended at once, and whoever joins it could go on; and before memory is known to be shared, there are fewer
  // preemptions.
  [[nodiscard]] bool is_exact() const { return !hunt_.bound || hunt_.every_access; }
  [[nodiscard]] bool must_find(int cost) const { return !hunt_.is_cut && is_exact() && within(cost); }

  [[nodiscard]] const Reachable& required() const {
    return hunt_.every_access ? truth_.all : truth_.without_quiet_wakes;
  }

  void states() {
    for (const auto& [state, cost] : required().states) {
      expect(!must_find(cost) || said_.states.contains(state), fmt::format("missed: {} ({} preemptions)", state, cost));
    }
    for (const std::string& state : said_.states) {
      const auto known = truth_.all.states.find(state);
      expect(known != truth_.all.states.end(), "cannot be: " + state);
      if (known != truth_.all.states.end() && is_exact()) {
        expect(within(known->second), fmt::format("beyond the bound: {} ({} preemptions)", state, known->second));
      }
    }
  }

  void finding(const char* kind, const std::optional<int>& required, const std::optional<int>& possible) {
    const bool found = said_.kinds.contains(kind);
    expect(found || !required || !must_find(*required), fmt::format("missed: a finding, {}", kind));
    expect(!found || (possible && (within(*possible) || !is_exact())), fmt::format("cannot be: a finding, {}", kind));
  }

  void races() {
    std::set<int> places;
    for (const auto& lines : said_.races) {
      places.insert({lines.first, lines.second});
      expect(truth_.all.races.lines.contains(lines),
             fmt::format("cannot be: a race of lines {} and {}", lines.first, lines.second));
    }
    for (const int line : required().races.first) {
      expect(places.contains(line), fmt::format("missed: a race at line {}", line));
    }
  }

  // A circle of threads that wait for each other ends an execution at once, though others could go on; so they are not
  // counted where there are deadlocks.
  void executions() {
    const std::uint64_t all = truth_.executions_within(kUnbounded);
    const std::uint64_t there_are = truth_.executions_within(hunt_.bound.value_or(kUnbounded));
    if (hunt_.every_access && hunt_.counts && !truth_.all.deadlock) {
      expect(said_.executions == there_are, fmt::format("{} executions of {}", said_.executions, there_are));
    }
    // With pruning, those beyond the bound may all be like others.
    if (hunt_.bound && hunt_.every_access && !said_.guarantee.starts_with("all schedules with ")) {
      expect(there_are == all || (!hunt_.counts && said_.states.size() == truth_.all.states.size()),
             "says more than it covers: " + said_.guarantee);
    }
    for (const std::string& kind : said_.kinds) {
      expect(kind == "deadlock" || kind == "assertion" || (kind == "data-race" && hunt_.races),
             "cannot be: a finding, " + kind);
    }
  }

  static constexpr int kUnbounded = 1'000'000;
  const Hunt& hunt_;
  const Truth& truth_;
  const Said& said_;
  std::string text_;
};

}  // namespace

const std::vector<Hunt>& all_hunts() {
  static const std::vector<Hunt> kHunts = {
      {.options = "-j 1 --detectors=hb,lockuse", .races = true},
      {.options = "-j 1 --detectors=none --strategy=dfs --points=all", .every_access = true},
      {.options = "-j 1 --detectors=none --bound=1 --exact --points=all", .bound = 1, .every_access = true},
      {.options = "-j 1 --detectors=none --prune=hb"},
      {.options = "-j 2 --detectors=none --points=all", .every_access = true},
      {.options = "-j 1 --detectors=none --bound=2 --exact --points=all", .bound = 2, .every_access = true},
      {.options = "-j 2 --detectors=none --strategy=dfs"},
      {.options = "-j 1 --detectors=none --bound=1", .bound = 1},
      {.options = "-j 1 --detectors=none --bound=0 --exact --points=all", .bound = 0, .every_access = true},
      {.options = "-j 2 --detectors=none --prune=hb --points=all", .every_access = true, .counts = false},
      {.options = "-j 2 --detectors=none --bound=1 --points=all", .bound = 1, .every_access = true},
      {.options = "-j 1 --detectors=none --prune=hb --bound=1 --points=all",
       .bound = 1,
       .every_access = true,
       .counts = false},
      {.options = "-j 2 --detectors=none --points=all --executions=8", .every_access = true, .is_cut = true},
      {.options = "-j 1 --detectors=none --strategy=dfs --points=all --executions=8",
       .every_access = true,
       .is_cut = true},
      {.options = "-j 1 --detectors=none --strategy=dfs --points=all --checkpoints=always", .every_access = true},
  };
  return kHunts;
}

std::vector<Hunt> some_hunts(std::uint64_t seed) {
  const std::vector<Hunt>& all = all_hunts();
  const std::size_t others = all.size() - 1;
  return {all[0], all[1 + seed % others], all[1 + (seed / others + 3 * seed + 1) % others]};
}

std::string compare(const Hunt& hunt, const Truth& truth, const Said& said) {
  return Comparison(hunt, truth, said).wrong();
}

}  // namespace heddle::truth
