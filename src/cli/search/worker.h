// A worker of a search: a process of the target that explores what it is given (runtime/session/hunt.cpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "cli/target/process.h"
#include "cli/target/shared_segment.h"
#include "cli/target/target_process.h"
#include "cli/target/watchdog.h"
#include "engine/search.h"

namespace heddle::cli {

class Worker {
 public:
  using Clock = std::chrono::steady_clock;

  Worker(SharedSegment segment, TargetProcess process, std::chrono::milliseconds hang_timeout)
      : segment_(std::move(segment)), process_(std::move(process)), watchdog_(hang_timeout) {}

  [[nodiscard]] const SharedSegment& segment() const { return segment_; }
  [[nodiscard]] TargetProcess& process() { return process_; }
  // When it is dead.
  [[nodiscard]] SharedSegment take_segment() && { return std::move(segment_); }

  // Number of the lease it has; 0: none.
  [[nodiscard]] std::uint64_t lease() const { return lease_; }
  [[nodiscard]] std::uint32_t deaths_of_lease() const { return deaths_; }
  [[nodiscard]] Clock::duration busy_for() const { return Clock::now() - given_; }
  // Whether an execution of the lease has begun.
  [[nodiscard]] bool has_begun() const { return lease_ != 0 && segment_.lease().begun.load() != 0; }
  // Executions of the lease that have ended.
  [[nodiscard]] std::uint64_t ended_in_lease() const;
  // False: it does not fit.
  [[nodiscard]] bool give(const Lease& lease, std::span<const segment::Cell> cells);
  void want_back(segment::Wanted how);
  [[nodiscard]] bool is_wanted() const { return wanted_; }
  // To come to an end.
  void stop();

  [[nodiscard]] bool has_committed() const;
  // What it says, in the segment until done_with_commit(). Nothing: it makes no sense, somebody has written over it.
  [[nodiscard]] std::optional<Commit> commit() const;
  // It may get another lease.
  void done_with_commit();

  // Whether it has stood still for too long. Looks at /proc: not every time.
  [[nodiscard]] bool is_stuck();
  // Asks where its threads are; it answers in the segment and ends. To be killed if it does not.
  void ask_where();
  [[nodiscard]] bool has_not_answered() const;

  // What it died of, where we killed it.
  enum class Cause : std::uint8_t { kOwn, kHang, kMemory };
  Cause cause = Cause::kOwn;

 private:
  void wake() const;

  SharedSegment segment_;
  TargetProcess process_;
  Watchdog watchdog_;
  std::uint64_t lease_ = 0;
  std::uint32_t deaths_ = 0;
  bool wanted_ = false;
  Clock::time_point given_{};
  std::optional<Clock::time_point> asked_;
  std::size_t cells_ = 0;  // given so far
};

}  // namespace heddle::cli
