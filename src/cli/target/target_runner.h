// Runs a target process for a command: the request from the options, and what to say where it ended without a verdict.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/base/messages.h"
#include "cli/options/execution_options.h"
#include "cli/program/target_file.h"
#include "cli/target/process.h"
#include "cli/target/shared_segment.h"
#include "trace/expected.h"

namespace heddle::cli {

struct Execution {
  SharedSegment segment;
  Ended ended;
};

// What was found out about how a program has to be run.
struct Adaptation {
  segment::ResetMode reset = segment::ResetMode::kAuto;
  std::string reason;  // for the reset; empty: it was asked for, or is not chosen yet
  bool library_constructors = false;
  bool unseen_waits = false;
};

class TargetRunner {
 public:
  TargetRunner(TargetFile target, ExecutionOptions options, std::vector<std::string> arguments)
      : target_(std::move(target)), options_(options), arguments_(std::move(arguments)) {}

  // The same in every execution from here on.
  void set_input(std::string input) { input_ = std::move(input); }

  // A segment with what does not depend on the mode filled in.
  [[nodiscard]] Expected<SharedSegment> prepare(segment::Mode mode) const;
  // One process, from start to end. Of `launch`, arguments and hang timeout are set here.
  // Where the program turns out to need fork reset, and the choice is ours, it is started again with that one; where it
  // hangs in code heddle does not see, with kernel threads, of which those that wait there count as blocked.
  [[nodiscard]] std::variant<Execution, Refusal> execute(SharedSegment segment, LaunchOptions launch = {});
  // From then on nothing is executed any more, and what is under way is killed: both are a Refusal.
  void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  [[nodiscard]] std::chrono::steady_clock::time_point deadline() const {
    return deadline_.value_or(std::chrono::steady_clock::time_point::max());
  }
  [[nodiscard]] bool has_time() const { return !deadline_ || std::chrono::steady_clock::now() < *deadline_; }
  // A process that ended without a verdict: the line that says why. segment.detail() may follow it.
  [[nodiscard]] std::optional<Refusal> trouble_of(const Execution& execution) const;
  // It reached nothing any more; `where` goes on with the sentence.
  [[nodiscard]] Refusal hangs(const std::string& where) const;

  // What the end of a process tells about how it has to be run. True: another time, so.
  bool adapt(const SharedSegment& segment);
  [[nodiscard]] Adaptation adaptation() const;
  // As it was found out another time.
  void adapt(const Adaptation& known);
  // Without a sign of life for so long, a process hangs.
  [[nodiscard]] std::chrono::milliseconds patience() const;

  // From now on with this reset; false: that is not ours to choose.
  bool settle_on(segment::ResetMode reset, std::string reason);
  // Why; empty: it was not.
  [[nodiscard]] const std::string& reason_for_reset() const { return reason_for_reset_; }
  // From now on threads that wait in code heddle does not see count as blocked; false: they do already, or may not.
  bool settle_on_unseen_waits();
  [[nodiscard]] bool unseen_waits() const { return unseen_waits_; }

  [[nodiscard]] const TargetFile& target() const { return target_; }
  [[nodiscard]] const ExecutionOptions& options() const { return options_; }
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  [[nodiscard]] const std::string& input() const { return input_; }

 private:
  [[nodiscard]] std::chrono::milliseconds hang_time() const;
  [[nodiscard]] Refusal died(const Ended& ended) const;

  TargetFile target_;
  ExecutionOptions options_;
  std::vector<std::string> arguments_;
  std::string input_;
  bool chooses_reset_ = options_.reset == segment::ResetMode::kAuto;
  std::string reason_for_reset_;
  bool library_constructors_ = false;
  bool unseen_waits_ = false;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
};

}  // namespace heddle::cli
