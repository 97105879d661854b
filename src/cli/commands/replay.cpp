// heddle replay: makes the execution of a finding once more, and tells it.

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/base/limits.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/commands/commands.h"
#include "cli/findings/finding_maker.h"
#include "cli/findings/report_page.h"
#include "cli/options/options_parser.h"
#include "cli/story/event_listing.h"
#include "cli/story/hang_detail.h"
#include "cli/story/story.h"
#include "cli/target/debugger.h"
#include "cli/target/standard_input.h"
#include "cli/target/target_runner.h"
#include "core/hash.h"
#include "detectors/finding_kinds.h"
#include "report/text_report.h"
#include "trace/finding_file.h"

namespace heddle::cli {
namespace {

struct ReplayOptions : ExecutionOptions {
  std::string file;
  std::string program;  // empty: the finding's
  std::vector<std::string> arguments;
  bool columns = false;
  bool events = false;
  bool quiet = false;
  bool gdb = false;
};

// "FINDING [options] [-- prog args]": options are ours up to the "--", wherever the finding stands among them.
std::variant<ReplayOptions, ExitCode> parse_replay_options(int argc, char** argv) {
  ReplayOptions options;
  OptionsParser parser("heddle replay", "heddle replay FINDING [options] [-- ./program [arguments]]",
                       "Repeats the execution of a finding, shows the program's output, and reports what happened. "
                       "Program, arguments and standard input come from the finding, unless you give others.");
  parser.footer(
      "Exit status: 1 the failure was reproduced; 0 a hint was reproduced; 2 the finding cannot be read, or belongs to "
      "another build; 3 the program did something else; 4 internal error; 130 interrupted.");
  const char* group = "Output";
  parser.add_flag("--columns", options.columns, "Print a column for every thread, even on a narrow terminal", group);
  parser.add_flag("--events", options.events, "Print all events, even those of no interest", group);
  parser.add_flag("--quiet", options.quiet, "Print the program's output and errors only", group);
  parser.add_flag("--gdb", options.gdb, "Run it in gdb, which stops where the program fails", "How to run it");
  declare_execution_options(parser.app(), options, "How to run it");
  std::vector<char*> ours(argv, argv + argc);
  const auto mark = std::ranges::find(ours, std::string_view("--"));
  std::vector<std::string> program(mark == ours.end() ? mark : mark + 1, ours.end());
  ours.erase(mark, ours.end());
  if (const auto code = parser.parse_words(ours)) {
    return *code;
  }
  if (parser.rest().empty() || parser.rest().front().empty()) {
    return parser.usage_error("no finding given");
  }
  if (parser.rest().size() > 1) {
    return parser.usage_error(
        fmt::format("give one finding, not also {}; the program goes after --", parser.rest()[1]));
  }
  options.file = parser.rest().front();
  if (options.gdb) {
    if (options.executor == segment::ExecutorKind::kBorrowed) {
      return parser.usage_error("--gdb does not go with --executor=borrowed: gdb shows kernel threads");
    }
    options.executor = segment::ExecutorKind::kKernel;
  }
  if (!program.empty()) {
    options.program = program.front();
    options.arguments.assign(program.begin() + 1, program.end());
  }
  return options;
}

class Replay {
 public:
  Replay(ReplayOptions options, FindingFile finding) : options_(std::move(options)), finding_(std::move(finding)) {}

  ExitCode go();

 private:
  [[nodiscard]] std::variant<TargetRunner, Refusal> prepare() const;
  [[nodiscard]] std::variant<std::string, Refusal> input() const;
  ExitCode judge(const TargetRunner& runner, const Execution& execution);

  ReplayOptions options_;
  FindingFile finding_;
};

// A finding file may come from anybody, and says itself what is to be run. Whoever names the program has decided.
std::optional<std::string> distrust(const std::filesystem::path& program) {
  struct stat file{};
  if (::stat(program.c_str(), &file) != 0) {
    return std::nullopt;  // it will not start
  }
  if (file.st_uid != 0 && file.st_uid != ::geteuid()) {
    return "belongs to another user";
  }
  const bool is_open_to_group = (file.st_mode & S_IWGRP) != 0 && file.st_gid != 0 && file.st_gid != ::getegid();
  if (is_open_to_group || (file.st_mode & S_IWOTH) != 0) {
    return "can be written by others";
  }
  return std::nullopt;
}

std::variant<TargetRunner, Refusal> Replay::prepare() const {
  if (!finding_.replayable) {
    return Refusal{kExitUsage,
                   options_.file + " was seen while threads ran free (--free): it has no schedule to replay"};
  }
  auto target = find_target(options_.program.empty() ? finding_.program : options_.program);
  if (const auto* refusal = std::get_if<Refusal>(&target)) {
    const char* hint = options_.program.empty() ? "; if it was moved, give its path after --" : "";
    return Refusal{refusal->code, refusal->line + hint};
  }
  const auto& found = std::get<TargetFile>(target);
  if (found.build_id != finding_.build_id) {
    return Refusal{kExitUsage,
                   fmt::format("{} belongs to another build of {} (build id {}, this one is {})", options_.file,
                               finding_.program, finding_.build_id.substr(0, 8), found.build_id.substr(0, 8))};
  }
  if (const auto reason = options_.program.empty() ? distrust(found.path) : std::nullopt) {
    return Refusal{kExitUsage, fmt::format("{} names {}, which {}: to run it all the same, give its path after --",
                                           options_.file, found.path.string(), *reason)};
  }
  if (finding_.schedule.size() > segment::kScheduleCapacity || finding_.cells.size() > segment::kCellCapacity ||
      (finding_.input && finding_.input->size() > segment::kInputCapacity)) {
    return Refusal{kExitUsage, options_.file + " is larger than heddle can replay"};
  }
  auto standard_input = input();
  if (const auto* refusal = std::get_if<Refusal>(&standard_input)) {
    return *refusal;
  }
  TargetRunner runner(found, options_, options_.arguments.empty() ? finding_.arguments : options_.arguments);
  runner.set_input(std::get<std::string>(std::move(standard_input)));
  return runner;
}

// The finding's own; where it was too large to be kept, ours, if it is the same.
std::variant<std::string, Refusal> Replay::input() const {
  if (finding_.input) {
    return *finding_.input;
  }
  auto given = read_standard_input(segment::kInputCapacity, options_.quiet);
  if (!given) {
    return Refusal{kExitUsage, given.error()};
  }
  if (hash_bytes(*given) != finding_.input_hash) {
    return Refusal{kExitUsage, fmt::format("{} needs the standard input it was found with ({} bytes): give it with <",
                                           options_.file, finding_.input_bytes)};
  }
  return std::move(*given);
}

// The file says what is run, so the user is told.
void say_what_is_run(const TargetRunner& runner) {
  std::string command = shell_quoted(runner.target().path.string());
  for (const std::string& argument : runner.arguments()) {
    command += " " + shell_quoted(argument);
  }
  print_error("heddle: replaying {}\n", command);
}

ExitCode Replay::go() {
  watch_for_interrupts();
  if (finding_.explore.empty()) {
    ::unsetenv(segment::kExploreName);
  } else {
    ::setenv(segment::kExploreName, finding_.explore.c_str(), 1);
  }
  auto prepared = prepare();
  if (const auto* refusal = std::get_if<Refusal>(&prepared)) {
    return fail(*refusal);
  }
  auto& runner = std::get<TargetRunner>(prepared);
  if (!options_.quiet) {
    say_what_is_run(runner);
  }
  auto segment = runner.prepare(segment::Mode::kSchedule);
  if (!segment) {
    return fail(cannot_work_here(segment.error()));
  }
  request_replay(*segment, finding_);
  segment->request().show_output = 1;
  if (options_.gdb) {
    segment::Request& request = segment->request();
    request.contexts = static_cast<std::uint32_t>(finding_.threads.size());
    // One execution in the process that gdb has started, as fork and exec reset would make it in another.
    if (request.reset == segment::ResetMode::kFork || request.reset == segment::ResetMode::kExec) {
      request.reset = segment::ResetMode::kSnapshot;
      request.once = 1;
    }
    return debug(runner, *segment);
  }
  auto result = runner.execute(std::move(*segment));
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    return fail(*refusal);
  }
  const auto& execution = std::get<Execution>(result);
  if (is_killed(finding_) && was_killed(execution, finding_)) {
    if (!options_.quiet) {
      print("reproduced: {}", to_text(finding_, report_page(options_.columns)));
    }
    return kExitFailed;
  }
  if (const auto trouble = runner.trouble_of(execution)) {
    fail(*trouble);
    print_error("{}", with_source_lines(execution.segment.detail(), runner.target().path));
    return trouble->code;
  }
  return judge(runner, execution);
}

ExitCode Replay::judge(const TargetRunner& runner, const Execution& execution) {
  if (options_.events) {
    print("{}", event_listing(execution.segment, runner.target().path));
  }
  const Repetition again = compare(execution.segment, finding_);
  if (again.how == Repeat::kNot) {
    const bool other_arguments = runner.arguments() != finding_.arguments;
    return fail(kExitCannotExplore, fmt::format("{} did something else than when {} was made: {}{}",
                                                runner.target().path.string(), options_.file, again.difference,
                                                other_arguments ? " (it was made with other arguments)" : ""));
  }
  finding_.variation.clear();
  tell_story(execution.segment, runner.target().path, finding_);
  finding_.output.clear();  // it was shown just now
  if (!options_.quiet) {
    const char* way = again.how == Repeat::kOtherWay ? " (with other events: the program varies)" : "";
    print("{}{}: {}", finding_.certain ? "reproduced" : "hint reproduced", way,
          to_text(finding_, report_page(options_.columns)));
  }
  return finding_.certain ? kExitFailed : kExitClean;
}

}  // namespace

int replay(int argc, char** argv) {
  auto options = parse_replay_options(argc, argv);
  if (const auto* code = std::get_if<ExitCode>(&options)) {
    return *code;
  }
  auto& parsed = std::get<ReplayOptions>(options);
  auto finding = read_finding(parsed.file, is_known);
  if (!finding) {
    return fail(kExitUsage, finding.error());
  }
  return Replay(std::move(parsed), std::move(*finding)).go();
}

}  // namespace heddle::cli
