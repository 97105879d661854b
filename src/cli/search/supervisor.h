// Workers and their leases: explores a search with several processes of the target, whatever becomes of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/base/descriptor.h"
#include "cli/options/hunt_options.h"
#include "cli/search/committed_table.h"
#include "cli/search/search_log.h"
#include "cli/search/worker.h"
#include "cli/target/target_runner.h"
#include "engine/search.h"

namespace heddle::cli {

// Why a search ended, or was left.
enum class SearchEnd : std::uint8_t {
  kFinished,    // nothing is left
  kExecutions,  // all asked for are made
  kFound,       // the first finding
  kTime,
  kInterrupted,
  kVaries,     // the program is nondeterministic
  kDisk,       // the disk did not give what is on it
  kTrouble,    // see the last worker
  kOtherwise,  // has to begin anew, in another way (TargetRunner::adapt)
};

struct Supervised {
  SearchEnd end = SearchEnd::kTrouble;
  std::optional<Refusal> trouble;  // why there is no verdict
  std::string detail;              // ... several lines
  std::string variation;           // the first difference, where the program varies
  std::string uninitialised;       // ... with other bytes in fresh memory
  std::string inputs;              // of the first input that values stood for: which
  bool disk_is_full = false;       // ... and so is the memory for what it does not take
  double seconds = 0;
  std::uint64_t peak_rss_kib = 0;  // of a worker
  std::uint32_t deaths = 0;        // of workers, by themselves
  // What the workers used.
  segment::ResetMode reset = segment::ResetMode::kAuto;
  segment::ExecutorKind executor = segment::ExecutorKind::kAuto;
  ExecutionLimits limits;     // in the end
  bool counts_twice = false;  // there was no room for all that was reached
  std::string trace_problem;  // empty: recorded executions are whole
};

class Supervisor {
 public:
  using Clock = std::chrono::steady_clock;
  // A segment for another worker; all but what every worker needs of the supervisor is filled in.
  using Prepare = std::function<Expected<SharedSegment>()>;

  // Findings that count for nothing.
  using IsSuppressed = std::function<bool(const Finding& found)>;

  // All must outlive this. Where some findings may be suppressed, workers must be told to go on after the first.
  Supervisor(TargetRunner& runner, const HuntOptions& options, Search& search, SearchLog& log, CommittedTable* reached,
             Prepare prepare, IsSuppressed is_suppressed);
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;
  ~Supervisor();

  // `tick` is called many times a second; the search ends at `until`, or somewhat before where there is much to report.
  Supervised run(const std::function<void()>& tick, Clock::time_point until);

  [[nodiscard]] std::size_t workers() const { return workers_.size(); }
  [[nodiscard]] std::size_t busy() const;

 private:
  [[nodiscard]] bool is_ending() const { return ending_.has_value(); }
  void end(SearchEnd why);
  [[nodiscard]] std::uint32_t free_number() const;
  bool start_worker();
  void hand_out();
  void give(Worker& worker);
  void ask_back();
  void wait();
  void collect();
  void take(Worker& worker);
  // Whether one of them ends the search.
  [[nodiscard]] bool take_findings(const Worker& worker);
  [[nodiscard]] bool add_finding(Finding found);
  [[nodiscard]] SearchEnd end_of_executions() const {
    return goes_on_for_a_while_ ? SearchEnd::kFound : SearchEnd::kExecutions;
  }
  void take_cells(const Worker& worker, std::size_t before);
  void note(const Worker& worker);
  void judge_death(Worker& worker, const ProcessEnd& end);
  [[nodiscard]] bool costs_a_lease(const Worker& worker, const ProcessEnd& end_of_process) const;
  void charge_lease(const Worker& worker, const ProcessEnd& end_of_process);
  [[nodiscard]] Refusal too_large() const;
  [[nodiscard]] Refusal endless() const;
  [[nodiscard]] bool always_gets_stuck() const;
  [[nodiscard]] Clock::duration time_to_report() const;
  void watch();
  void watch(Worker& worker);
  void check_limits();
  void check_probe();

  TargetRunner& runner_;
  const HuntOptions& options_;
  Search& search_;
  SearchLog& log_;
  CommittedTable* reached_;
  Prepare prepare_;
  IsSuppressed is_suppressed_;
  Descriptor bell_;
  Clock::duration slice_;  // what a lease gets
  std::vector<std::unique_ptr<Worker>> workers_;
  Supervised result_;
  std::optional<SearchEnd> ending_;
  bool goes_on_for_a_while_ = false;  // a fault was found that may show itself by worse
  Clock::time_point start_ = Clock::now();
  Clock::time_point until_{};
  Clock::time_point stop_by_{};
  Clock::time_point next_watch_{};
  std::size_t allowance_ = 1;        // chunks of a lease
  std::string where_;                // the first worker was, in an execution that did not end
  std::uint32_t failed_starts_ = 0;  // on end
};

}  // namespace heddle::cli
