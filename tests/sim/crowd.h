// A search by several workers without processes: who takes a lease, explores it, commits it or dies with it, and when,
// is drawn from a seed. All of it is in one thread, so that whatever goes wrong goes wrong again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "engine/explorer.h"
#include "engine/search.h"
#include "sim/diary.h"

namespace heddle::sim {

// Keeps all records. Their bodies lie as in a file: not at 0, and not side by side.
class KeptJournal final : public Journal {
 public:
  struct Record {
    SearchRecord kind;
    std::uint64_t position;
    std::vector<std::byte> body;
  };

  std::uint64_t append(SearchRecord kind, Parts parts) override;
  bool read(std::uint64_t position, std::span<std::byte> to) override;

  std::vector<Record> records;
};

// What was committed as reached, where workers look.
class KeptReached final : public ReachedSink, public CommittedReached {
 public:
  KeptReached() : KeptReached(std::make_unique<std::vector<std::uint64_t>>(kWords)) {}

  void clear() override;
  bool insert(const ReachedEntry& entry) override;
  void for_each(void (*visit)(void* context, const ReachedEntry& entry), void* context) const override;

  struct Known {
    std::uint32_t cost;
    std::uint32_t complete;
    friend bool operator==(const Known&, const Known&) = default;
  };
  [[nodiscard]] const std::map<std::uint64_t, Known>& entries() const { return entries_; }

 private:
  static constexpr unsigned kLevel = 15;
  static constexpr std::size_t kWords = (kHeader + (sizeof(ReachedEntry) << (kLevel + 1))) / sizeof(std::uint64_t);
  explicit KeptReached(std::unique_ptr<std::vector<std::uint64_t>> region)
      : CommittedReached(region->data()), region_(std::move(region)) {}

  std::unique_ptr<std::vector<std::uint64_t>> region_;
  std::map<std::uint64_t, Known> entries_;
};

// An execution that counts.
struct Made {
  std::uint32_t points = 0;
  std::uint32_t round = 0;
  std::vector<Alternative> steps;
  Schedule path;
  std::uint64_t graph = 0;
};

// Runs the program that belongs to a version of the point set.
class VersionedExecutor : public Executor {
 public:
  virtual void set_points(std::uint32_t version) = 0;
};

// What is searched. `make_executor` is called once for every worker.
struct Subject {
  std::function<std::unique_ptr<Strategy>()> make_strategy;
  std::function<std::unique_ptr<VersionedExecutor>()> make_executor;
  bool prune = false;
  std::uint64_t executions = kUnlimited;
};
[[nodiscard]] Subject subject(const class Program& program, std::function<std::unique_ptr<Strategy>()> make_strategy,
                              bool prune = false);

struct Habits {
  std::size_t workers = 1;
  std::uint32_t longest_lease = 12;  // executions; a lease is given back after 1 to so many
  std::uint32_t most_chunks = 4;     // of a lease
  std::uint32_t sharing = 25;        // % of the leases given back in pieces
  std::uint32_t dying = 0;           // % of the leases lost
  std::uint64_t seed = 1;
};

class Crowd {
 public:
  Crowd(const Subject& subject, const Habits& habits);
  // Goes on from the first so many records of another, whose workers are gone.
  Crowd(const Crowd& other, std::size_t records, const Habits& habits);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd();

  // Somebody does something. False: nothing is left to do.
  bool step();
  void run() {
    while (step()) {
    }
  }
  // To another journal, in the middle of everything.
  void move();
  // The first execution of a lease is given up; its path. None: no lease is out.
  std::optional<Schedule> give_up();

  [[nodiscard]] const Search& search() const { return *search_; }
  [[nodiscard]] const KeptJournal& journal() const { return *journal_; }
  [[nodiscard]] const KeptReached& reached() const { return reached_; }
  [[nodiscard]] Coverage coverage() const { return strategy_->coverage(search_->totals()); }
  // Those committed, in the order of the commits.
  [[nodiscard]] std::vector<Made> made() const;
  // ... in the last round with the last point set.
  [[nodiscard]] std::vector<Made> last_round() const;
  [[nodiscard]] std::uint64_t deaths() const { return deaths_; }
  [[nodiscard]] std::uint64_t stale_commits() const { return stale_commits_; }

 private:
  class Worker;
  struct Committed {
    std::size_t record;  // of the journal
    std::vector<Made> made;
  };

  void hire();
  bool take_lease(Worker& worker);
  void commit(Worker& worker);
  void die(std::unique_ptr<Worker>& worker);

  Subject subject_;
  Habits habits_;
  Rng rng_;
  std::unique_ptr<Strategy> strategy_;
  // Both live as long as this: a search keeps the journal it began with.
  std::unique_ptr<KeptJournal> journal_;
  KeptReached reached_;
  std::unique_ptr<Search> search_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Committed> committed_;
  std::uint64_t deaths_ = 0;
  std::uint64_t stale_commits_ = 0;
};

// The state of a search in words, but for repetitions: what two that agree have in common.
[[nodiscard]] std::string state_of(const Search& search);
[[nodiscard]] std::string describe(const Totals& totals);

}  // namespace heddle::sim
