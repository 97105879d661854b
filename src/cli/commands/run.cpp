// heddle run: executions under a given schedule, the default one, or random ones.
//
// Random runs happen in one target process. The first failing one is kept as a schedule and repeated in a fresh process
// before it is printed: that run also yields the events and the program's output.

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "cli/base/limits.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/commands/commands.h"
#include "cli/findings/run_summary.h"
#include "cli/findings/schedule_keeper.h"
#include "cli/options/run_options.h"
#include "cli/program/target_file.h"
#include "cli/story/event_listing.h"
#include "cli/story/hang_detail.h"
#include "cli/target/shared_segment.h"
#include "cli/target/standard_input.h"
#include "cli/target/target_runner.h"
#include "core/access.h"
#include "core/hash.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

class Run {
 public:
  Run(RunOptions options, const TargetFile& target)
      : options_(std::move(options)), runner_(target, options_, options_.arguments), target_(runner_.target()) {}

  ExitCode go();

 private:
  std::optional<Refusal> read_schedule_file();
  std::optional<Refusal> prepare_places();
  std::optional<Refusal> explore();
  // The execution of the summary once more, in a fresh process, with its events recorded.
  std::optional<Refusal> repeat(const Schedule& schedule);
  std::optional<Refusal> keep(const ScheduleKeeper& keeper, const SharedSegment& segment);
  [[nodiscard]] std::optional<Refusal> judge(const Outcome& outcome) const;
  std::variant<Execution, Refusal> execute(segment::Mode mode, const Schedule& schedule, bool shown, bool record);
  void conclude(const std::optional<Refusal>& trouble) const;
  void print_events(const Execution& execution) const;
  [[nodiscard]] std::string repeat_command(const std::string& schedule) const;

  RunOptions options_;
  TargetRunner runner_;
  const TargetFile& target_;
  std::optional<ScheduleFile> schedule_;
  std::optional<ScheduleKeeper> keeper_;
  RunSummary summary_;
  std::string detail_;  // of the trouble, several lines
  std::string kept_output_;
};

ExitCode Run::go() {
  watch_for_interrupts();
  if (const auto refusal = read_schedule_file()) {
    return fail(*refusal);
  }
  if (const auto refusal = prepare_places()) {
    return fail(*refusal);
  }
  auto input = read_standard_input(segment::kInputCapacity, options_.quiet);
  if (!input) {
    return fail(kExitUsage, input.error());
  }
  runner_.set_input(std::move(*input));

  const std::optional<Refusal> trouble = explore();
  summary_.exit_code = summary_.failing_run != 0 || is_failure(summary_.outcome.kind) ? kExitFailed : kExitClean;
  if (trouble) {
    summary_.exit_code = trouble->code;
    summary_.error = trouble->line;
  }
  conclude(trouble);
  if (!options_.summary.empty()) {
    const auto written = write_atomically(options_.summary, to_json_text(summary_), IfExists::kReplace);
    if (!written) {
      return fail(kExitUsage, written.error());
    }
  }
  return summary_.exit_code;
}

std::optional<Refusal> Run::read_schedule_file() {
  if (options_.schedule.empty()) {
    return std::nullopt;
  }
  auto file = read_schedule(options_.schedule);
  if (!file) {
    return Refusal{kExitUsage, file.error()};
  }
  if (file->build_id != target_.build_id) {
    return Refusal{kExitUsage,
                   fmt::format("{} belongs to another build of {} (build id {}, this one is {})", options_.schedule,
                               file->program, file->build_id.substr(0, 8), target_.build_id.substr(0, 8))};
  }
  if (file->point_set != "all") {
    return Refusal{kExitUsage, fmt::format("{} was made with --points={}, only --points=all is available",
                                           options_.schedule, file->point_set)};
  }
  if (file->schedule.size() > segment::kScheduleCapacity) {
    return Refusal{kExitUsage, options_.schedule + " has more deviations than heddle can replay"};
  }
  schedule_ = std::move(*file);
  return std::nullopt;
}

std::optional<Refusal> Run::prepare_places() {
  if (!options_.summary.empty()) {
    if (const auto check = check_writable(options_.summary); !check) {
      return Refusal{kExitUsage, check.error()};
    }
  }
  if (options_.output.empty() && !options_.random) {
    return std::nullopt;
  }
  auto keeper = options_.output.empty() ? ScheduleKeeper::for_folder(options_.folder, target_.name, target_.build_id)
                                        : ScheduleKeeper::for_file(options_.output);
  if (auto* refusal = std::get_if<Refusal>(&keeper)) {
    return *refusal;
  }
  keeper_.emplace(std::get<ScheduleKeeper>(std::move(keeper)));
  return std::nullopt;
}

std::optional<Refusal> Run::explore() {
  const bool shown = !options_.random || options_.show_output;
  auto result = execute(options_.random ? segment::Mode::kRandom : segment::Mode::kSchedule,
                        schedule_ ? schedule_->schedule : Schedule(), shown, options_.events && !options_.random);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return *refusal;
  }
  const Execution& execution = std::get<Execution>(result);
  summary_ = summarise(execution.segment, execution.ended);
  summary_.program = target_.name;
  summary_.random = options_.random;
  summary_.runs = options_.random ? options_.runs : 1;
  std::optional<Refusal> trouble = runner_.trouble_of(execution);
  if (trouble) {
    detail_ = execution.segment.detail();
    if (!execution.ended.interrupted) {
      summary_.message.clear();  // it is the trouble's by now, not the failure's
    }
  }
  // Also where the exploration ended badly later on: what was found is not lost.
  if (keeper_ && summary_.failing_run != 0) {
    if (auto refusal = keep(*keeper_, execution.segment)) {
      return refusal;
    }
  }
  if (trouble) {
    return trouble;
  }
  if (!options_.random) {
    print_events(execution);
    return judge(summary_.outcome);
  }
  return summary_.failing_run != 0 ? repeat(execution.segment.schedule()) : judge(summary_.outcome);
}

std::optional<Refusal> Run::repeat(const Schedule& schedule) {
  auto result = execute(segment::Mode::kSchedule, schedule, /*shown=*/false, /*record=*/true);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return *refusal;
  }
  const Execution& execution = std::get<Execution>(result);
  if (auto trouble = runner_.trouble_of(execution)) {
    detail_ = execution.segment.detail();
    return trouble;
  }
  const Outcome& again = execution.segment.result().outcome;
  summary_.reproduced = again.kind == summary_.outcome.kind && again.event_hash == summary_.outcome.event_hash;
  if (!summary_.reproduced) {
    return Refusal{kExitCannotExplore,
                   fmt::format("{} is nondeterministic: in a fresh process the same schedule gave: {} (event hash {}, "
                               "before {})",
                               target_.path.string(), describe(again, execution.segment.message()),
                               hex(again.event_hash), hex(summary_.outcome.event_hash))};
  }
  kept_output_ = execution.segment.output();
  print_events(execution);
  return judge(summary_.outcome);
}

// Outcomes that are no verdict on the program but on our ability to run it.
std::optional<Refusal> Run::judge(const Outcome& outcome) const {
  const std::string path = target_.path.string();
  if (outcome.kind == OutcomeKind::kUnsupported) {
    return Refusal{kExitCannotExplore, path + " uses something that heddle does not support: " + summary_.message};
  }
  if (outcome.kind == OutcomeKind::kDiverged) {
    std::string line = fmt::format("the schedule does not fit {}: {}", path, summary_.message);
    if (schedule_ && schedule_->arguments != options_.arguments) {
      line += " (it was made with other arguments)";
    } else if (schedule_ && schedule_->input_hash != hash_bytes(runner_.input())) {
      line += " (it was made with another standard input)";
    }
    return Refusal{kExitCannotExplore, line};
  }
  if (schedule_ && schedule_->event_hash != 0 && schedule_->event_hash != outcome.event_hash) {
    return Refusal{kExitCannotExplore,
                   fmt::format("{} did something else than when {} was made: {} (event hash {}, in the file {})", path,
                               options_.schedule, describe(outcome, summary_.message), hex(outcome.event_hash),
                               hex(schedule_->event_hash))};
  }
  return std::nullopt;
}

std::optional<Refusal> Run::keep(const ScheduleKeeper& keeper, const SharedSegment& segment) {
  ScheduleFile file;
  file.program = target_.name;
  file.arguments = options_.arguments;
  file.build_id = target_.build_id;
  file.seed = options_.seed;
  file.input_bytes = runner_.input().size();
  file.input_hash = hash_bytes(runner_.input());
  file.outcome = summary_.outcome.kind;
  file.message = summary_.message;
  file.signal = summary_.outcome.signal;
  file.event_hash = summary_.outcome.event_hash;
  file.threads = thread_paths(segment.threads());
  file.schedule = segment.schedule();
  const auto kept = keeper.keep(file);
  if (!kept) {
    return Refusal{kExitUsage, kept.error()};
  }
  summary_.schedule = kept->string();
  summary_.repeat = repeat_command(summary_.schedule);
  return std::nullopt;
}

std::variant<Execution, Refusal> Run::execute(segment::Mode mode, const Schedule& schedule, bool shown, bool record) {
  auto segment = runner_.prepare(mode);
  if (!segment) {
    return cannot_work_here(segment.error());
  }
  segment::Request& request = segment->request();
  request.runs = mode == segment::Mode::kRandom ? options_.runs : 1;
  request.seed = options_.seed;
  request.record = record ? 1 : 0;
  request.show_output = shown ? 1 : 0;
  request.check_repeats = options_.check_repeats;
  request.points = options_.points;
  request.hunt.options.detectors = options_.detectors | (options_.count_touched ? kTouchedBytes : 0U);
  if (options_.detectors != 0) {
    request.outcome_kind = static_cast<std::uint32_t>(OutcomeKind::kDetected);
    request.fault = kAnyFault;
  }
  segment->put_schedule(schedule);
  return runner_.execute(std::move(*segment));
}

void Run::conclude(const std::optional<Refusal>& trouble) const {
  if (!options_.quiet && summary_.executions != 0) {
    if (!kept_output_.empty()) {
      print("output of execution {}:\n{}", grouped(summary_.failing_run), indented(kept_output_, "  | "));
    }
    const bool verdict = !trouble || summary_.random;
    print("{}", verdict ? to_text(summary_) : "");
  }
  if (trouble) {
    fail(*trouble);
    print_error("{}", with_source_lines(detail_, target_.path));
  }
}

void Run::print_events(const Execution& execution) const {
  if (options_.events) {
    print("{}", event_listing(execution.segment, target_.path));
  }
}

std::string Run::repeat_command(const std::string& schedule) const {
  std::string command = "heddle run --schedule=" + shell_quoted(schedule) + " " + shell_quoted(target_.path.string());
  for (const std::string& argument : options_.arguments) {
    command += " " + shell_quoted(argument);
  }
  return command;
}

}  // namespace

int run(int argc, char** argv) {
  auto options = parse_run_options(argc, argv);
  if (const auto* code = std::get_if<ExitCode>(&options)) {
    return *code;
  }
  auto& parsed = std::get<RunOptions>(options);
  auto target = find_target(parsed.program);
  if (const auto* refusal = std::get_if<Refusal>(&target)) {
    return fail(*refusal);
  }
  return Run(std::move(parsed), std::get<TargetFile>(target)).go();
}

}  // namespace heddle::cli
