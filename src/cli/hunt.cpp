// heddle hunt: explores the schedules of a program.
//
// The exploration happens in one process of the target. Whatever it ends of, what it found up to then is in the
// segment; each finding is made short and made once more in processes of their own, kept, and printed.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>

#include "cli/commands.h"
#include "cli/finding_maker.h"
#include "cli/focus.h"
#include "cli/hang_detail.h"
#include "cli/hunt_options.h"
#include "cli/hunt_progress.h"
#include "cli/hunt_summary.h"
#include "cli/report_page.h"
#include "cli/result_folder.h"
#include "cli/standard_input.h"
#include "cli/target_file.h"
#include "cli/target_runner.h"
#include "cli/text.h"
#include "engine/explorer.h"
#include "report/text_report.h"
#include "trace/explore_answer.h"

namespace heddle::cli {
namespace {

// A file without a name in the folder of results, for what does not fit into memory. The target inherits it.
class SpillFile {
 public:
  explicit SpillFile(const std::filesystem::path& folder) {
    const int low = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (low >= 0) {
      constexpr int kLowestDescriptor = 1000;  // where resetting an execution closes nothing
      descriptor_ = ::fcntl(low, F_DUPFD, kLowestDescriptor);
      ::close(low);
    }
  }
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  // -1: there is none.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

struct OtherReset {
  segment::ResetMode mode;
  const char* reason;
};

// Where the program varies: what undoes more of an execution. The test loop is the program's own affair.
std::optional<OtherReset> stronger_reset(const std::variant<Execution, Refusal>& result) {
  const auto* execution = std::get_if<Execution>(&result);
  if (execution == nullptr || execution->ended.interrupted) {
    return std::nullopt;
  }
  const segment::Result& books = execution->segment.result();
  if (books.phase.load() != segment::Phase::kFinished ||
      static_cast<Exploration>(books.hunt.end) != Exploration::kNondeterministic) {
    return std::nullopt;
  }
  if (books.reset_used == segment::ResetMode::kSnapshot) {
    return OtherReset{.mode = segment::ResetMode::kFork,
                      .reason = "the program does not do the same when memory is put back"};
  }
  if (books.reset_used == segment::ResetMode::kFork) {
    return OtherReset{.mode = segment::ResetMode::kExec,
                      .reason = "the program does not do the same in copies of one process"};
  }
  return std::nullopt;
}

// The first execution already: the reset does not work here.
bool is_refused(const std::variant<Execution, Refusal>& result) {
  const auto* execution = std::get_if<Execution>(&result);
  return execution != nullptr && made(execution->segment.result().hunt) == 0 &&
         execution->segment.result().phase.load() == segment::Phase::kUnsupported;
}

class Hunt {
 public:
  Hunt(HuntOptions options, const TargetFile& target, ResultFolder folder)
      : options_(std::move(options)),
        runner_(target, options_, options_.arguments),
        maker_(runner_, options_),
        folder_(std::move(folder)) {}

  ExitCode go();

 private:
  std::optional<Refusal> prepare();
  std::optional<Refusal> explore();
  [[nodiscard]] std::variant<Execution, Refusal> explore_with_best_reset();
  [[nodiscard]] std::variant<Execution, Refusal> run_exploration();
  // Why an exploration gives no verdict, if so.
  [[nodiscard]] std::optional<Refusal> trouble_of(const Execution& execution) const;
  [[nodiscard]] std::string variation_of(const segment::HuntResult& hunt) const;
  // In order of discovery; the first thing that is wrong with one.
  std::optional<Refusal> take_findings(const SharedSegment& segment);
  std::optional<Refusal> keep(FindingFile finding);
  void conclude(const std::optional<Refusal>& trouble);

  HuntOptions options_;
  TargetRunner runner_;
  FindingMaker maker_;
  ResultFolder folder_;
  std::vector<segment::FocusPlace> focus_;
  HuntSummary summary_;
  std::string detail_;  // of the trouble, several lines
};

// heddle_explore() in another process wants to know. The target sees nothing of it.
std::optional<int> take_explore_answer() {
  const char* text = std::getenv(kExploreAnswer);
  int descriptor = -1;
  if (text != nullptr) {
    std::from_chars(text, text + std::strlen(text), descriptor);
  }
  ::unsetenv(kExploreAnswer);
  if (descriptor <= STDERR_FILENO || ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) {
    return std::nullopt;
  }
  return descriptor;
}

void answer_explore(const std::optional<int>& descriptor, std::string_view end) {
  if (descriptor) {
    [[maybe_unused]] const ssize_t written = ::write(*descriptor, end.data(), end.size());
  }
}

ExitCode Hunt::go() {
  const std::optional<int> answer = take_explore_answer();
  watch_for_interrupts();
  if (const auto refusal = prepare()) {
    return fail(*refusal);
  }
  const std::optional<Refusal> trouble = explore();
  conclude(trouble);
  answer_explore(answer, summary_.end.word);
  if (!options_.summary.empty()) {
    if (const auto written = write_atomically(options_.summary, to_json_text(summary_), IfExists::kReplace); !written) {
      return fail(kExitUsage, written.error());
    }
  }
  return summary_.exit_code;
}

// While nothing is lost yet: the place that will be written to, the input, the focus.
std::optional<Refusal> Hunt::prepare() {
  if (!runner_.target().preload.empty()) {
    if (options_.points_given && options_.exploration.points != Points::kSync) {
      return Refusal{kExitUsage, fmt::format("--points={} does not go with {}: it is not built with heddle, so only "
                                             "synchronisation and I/O are seen",
                                             name_of(options_.exploration.points), runner_.target().path.string())};
    }
    options_.exploration.points = Points::kSync;  // there is nothing else to see
  }
  if (!options_.summary.empty()) {
    if (const auto check = check_writable(options_.summary); !check) {
      return Refusal{kExitUsage, check.error()};
    }
  }
  auto input = read_standard_input(segment::kInputCapacity, options_.quiet);
  if (!input) {
    return Refusal{kExitUsage, input.error()};
  }
  runner_.set_input(std::move(*input));
  if (!options_.focus.empty()) {
    auto places = find_focus(runner_.target(), options_.focus);
    if (auto* refusal = std::get_if<Refusal>(&places)) {
      return std::move(*refusal);
    }
    focus_ = std::get<std::vector<segment::FocusPlace>>(std::move(places));
  }
  return std::nullopt;
}

std::optional<Refusal> Hunt::explore() {
  summary_.program = runner_.target().name;
  auto result = explore_with_best_reset();
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return *refusal;
  }
  const Execution& execution = std::get<Execution>(result);
  const std::optional<Refusal> trouble = trouble_of(execution);
  summary_ = summarise(options_, execution.segment, execution.ended);
  summary_.program = runner_.target().name;
  summary_.reason_for_reset = runner_.reason_for_reset();
  if (runner_.unseen_waits()) {
    summary_.reason_for_executor = "a thread waits in code that heddle does not see";
  }
  const segment::HuntResult& hunt = execution.segment.result().hunt;
  if (options_.exploration.tolerate != 0 && hunt.variation[0] != '\0') {
    summary_.assumptions.push_back("the program varies: " + variation_of(hunt));
  }
  detail_ = trouble && !execution.ended.interrupted ? execution.segment.detail() : "";
  // The findings are made whatever happened; only another signal ends that.
  if (take_interrupt() || execution.ended.interrupted) {
    maker_.hurry();
  }
  const std::optional<Refusal> fault = take_findings(execution.segment);
  return trouble ? trouble : fault;
}

std::variant<Execution, Refusal> Hunt::explore_with_best_reset() {
  auto result = run_exploration();
  const segment::ResetMode mode = runner_.options().reset;
  const std::string reason = runner_.reason_for_reset();
  const auto other = stronger_reset(result);
  if (!other || other->mode <= mode || !runner_.settle_on(other->mode, other->reason)) {
    return result;
  }
  auto stronger = explore_with_best_reset();
  if (is_refused(stronger)) {
    (void)runner_.settle_on(mode, reason);
    return result;
  }
  return stronger;
}

std::variant<Execution, Refusal> Hunt::run_exploration() {
  auto segment = runner_.prepare(segment::Mode::kHunt);
  if (!segment) {
    return Refusal{kExitInternalError, "internal error: " + segment.error()};
  }
  const SpillFile spill(folder_.path());
  segment::Request& request = segment->request();
  request.seed = options_.exploration.seed;
  request.points = options_.exploration.points;
  request.hunt.options = options_.exploration;
  request.hunt.spill_descriptor = spill.descriptor();
  segment->put_focus(focus_);
  options_.strategy.copy(request.hunt.strategy, sizeof request.hunt.strategy - 1);
  HuntProgress progress(options_, segment->result().hunt);
  LaunchOptions launch;
  launch.can_be_asked = true;
  launch.time_limit = options_.time;
  launch.tick = [&progress] { progress.tick(); };
  return runner_.execute(std::move(*segment), std::move(launch));
}

std::optional<Refusal> Hunt::trouble_of(const Execution& execution) const {
  const segment::HuntResult& hunt = execution.segment.result().hunt;
  const std::string path = runner_.target().path.string();
  if (execution.ended.interrupted) {
    return Refusal{kExitInterrupted, fmt::format("interrupted after {}", plural(made(hunt), "execution"))};
  }
  if (execution.ended.timed_out && execution.ended.unwilling) {
    if (made(hunt) == 0) {
      return Refusal{kExitCannotExplore,
                     fmt::format("not one execution of {} ended in {:.3g} s: does it go on for ever?", path,
                                 std::chrono::duration<double>(options_.time).count())};
    }
    return std::nullopt;  // in the middle of a long execution: nothing is wrong with that
  }
  if (const auto trouble = runner_.trouble_of(execution)) {
    return trouble;
  }
  switch (static_cast<Exploration>(hunt.end)) {
    case Exploration::kNondeterministic:
      return Refusal{kExitCannotExplore, fmt::format("{} is nondeterministic: {}", path, variation_of(hunt))};
    case Exploration::kFrontierLost:
      return Refusal{kExitUsage, fmt::format("{} took no more of what is still to be explored: is the disk full? "
                                             "(--memory= keeps more of it in memory)",
                                             folder_.path().string())};
    default:
      return std::nullopt;
  }
}

std::string Hunt::variation_of(const segment::HuntResult& hunt) const {
  return with_source_places(one_line(hunt.variation), runner_.target().path);
}

std::optional<Refusal> Hunt::take_findings(const SharedSegment& segment) {
  std::optional<Refusal> first;
  for (const Found& found : found_in(segment)) {
    FindingFile finding = maker_.make(found);
    const std::string variation = interrupted() ? "" : finding.variation;
    auto wrong = keep(std::move(finding));
    if (!wrong && !variation.empty() && options_.exploration.tolerate == 0) {
      wrong = Refusal{kExitCannotExplore,
                      fmt::format("{} is nondeterministic: in a fresh process the same schedule gave: {}",
                                  runner_.target().path.string(), variation)};
    }
    first = first ? first : wrong;
  }
  if (maker_.was_interrupted() && !first) {
    first = Refusal{kExitInterrupted, "interrupted while findings were made short and repeated"};
  }
  return first;
}

// Printed also where it cannot be written: nothing is lost.
std::optional<Refusal> Hunt::keep(FindingFile finding) {
  const auto path = folder_.keep(".finding", [&finding](const std::filesystem::path& name) {
    finding.replay_command = "heddle replay " + shell_quoted(name.string());
    return write_finding(name, finding, IfExists::kFail);
  });
  if (!path) {
    finding.replay_command.clear();
  }
  if (!options_.quiet) {
    fmt::print("finding {}: {}\n", summary_.findings.size() + 1, to_text(finding, report_page(false)));
    std::fflush(stdout);
  }
  summary_.findings.push_back({.finding = std::move(finding), .path = path ? path->string() : ""});
  return path ? std::nullopt : std::optional(Refusal{kExitUsage, path.error()});
}

void Hunt::conclude(const std::optional<Refusal>& trouble) {
  for (const KeptFinding& kept : summary_.findings) {
    if (kept.finding.certain) {
      summary_.exit_code = kExitFailed;
    }
  }
  if (trouble) {
    summary_.exit_code = trouble->code;
    summary_.error = trouble->line;
  }
  const bool started = summary_.executions + summary_.re_executions + summary_.beyond_bound != 0;
  if (!options_.quiet && (started || !trouble)) {
    fmt::print("{}", to_text(summary_));
  }
  if (trouble) {
    fail(*trouble);
    fmt::print(stderr, "{}", with_source_lines(detail_, runner_.target().path));
  }
}

}  // namespace

int hunt(int argc, char** argv) {
  auto options = parse_hunt_options(argc, argv);
  if (const auto* code = std::get_if<ExitCode>(&options)) {
    return *code;
  }
  auto& parsed = std::get<HuntOptions>(options);
  auto target = find_target(parsed.program);
  if (const auto* refusal = std::get_if<Refusal>(&target)) {
    return fail(*refusal);
  }
  const auto& found = std::get<TargetFile>(target);
  auto folder = ResultFolder::open(parsed.folder, found.name, found.build_id, "findings");
  if (const auto* refusal = std::get_if<Refusal>(&folder)) {
    return fail(*refusal);
  }
  return Hunt(std::move(parsed), found, std::get<ResultFolder>(std::move(folder))).go();
}

}  // namespace heddle::cli
