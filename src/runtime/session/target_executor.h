// The runtime's implementation of the seam (engine/seam.h): the target's threads as contexts (carriers.h); memory put
// back after every execution.
//
// execute() is called on the engine's own context and stack. The target runs until its execution ends, which comes back
// here from wherever that happens: the last system call, a crash handler, a scheduling point where nothing can go on,
// or heddle_restart() in a test loop.
#pragma once

#include <cstdint>

#include "core/limits.h"
#include "engine/seam.h"
#include "trace/segment.h"

namespace heddle::runtime {

class TargetExecutor final : public Executor {
 public:
  struct Options {
    ExecutionLimits limits = {};
    bool record = false;   // events go to the segment
    bool use_loop = true;  // heddle_start() makes the test loop the unit of execution
  };

  // `entry` is what main's context runs. Takes the snapshot of the initial state.
  explicit TargetExecutor(void (*entry)());

  // Executes the program up to the call of heddle_explore() that is named, where one is. Ours to call only in a process
  // that executes it anew.
  void reach_explore();
  void configure(const Options& options) { options_ = options; }
  void limit(const ExecutionLimits& limits) { options_.limits = limits; }
  Outcome execute(Controller& controller) override;
  bool grow_points() override;
  [[nodiscard]] std::size_t points() const override;
  void fill_fresh_memory(std::uint64_t pattern) override;
  void look_for(const Looking& looking) override;
  [[nodiscard]] const char* last_words() const override;
  [[nodiscard]] std::uint64_t now() const override;
  [[nodiscard]] Branch branch() override;
  [[noreturn]] void end_branch(std::span<const std::byte> report) override;
  [[nodiscard]] std::span<const std::byte> branch_report() const override;
  [[nodiscard]] std::span<const std::byte> noted() const override;
  void note(std::span<const std::byte> noted) override;
  [[nodiscard]] bool in_loop() const;
  [[nodiscard]] void (*entry() const)() { return entry_; }
  [[nodiscard]] segment::ResetMode reset_used() const;
  // Of the executor that is at work, in a child: what is left to be done when its execution has ended.
  static void conclude_current();

 private:
  void begin(Controller& controller) const;
  void run(Controller& controller);
  void conclude() const;

  void (*entry_)();
  Options options_;
};

// heddle_start() and heddle_restart(), called on main's context.
void loop_start();
[[nodiscard]] int loop_restart();
// The same for heddle_explore(): executions begin where this returns, with memory as it is now.
void explore_start();

}  // namespace heddle::runtime
