#include "cli/run_options.h"

#include <fmt/format.h>

#include <map>

#include "cli/options_parser.h"

namespace heddle::cli {
namespace {

constexpr const char* kTesting = "";  // CLI11's name for a group that help does not show

// CLI11's own check complains in terms of the largest double.
CLI::Validator positive() {
  return {[](std::string& text) {
            double number = 0;
            return CLI::detail::lexical_cast(text, number) && number > 0 ? std::string()
                                                                         : "'" + text + "' is not a positive number";
          },
          ""};
}

void declare_schedule_options(CLI::App& app, RunOptions& options) {
  const std::string group = "Which schedules";
  auto* schedule = app.add_option("--schedule", options.schedule, "Run once, under the schedule in FILE")
                       ->type_name("FILE")
                       ->group(group);
  auto* random = app.add_flag("--random", options.random, "Run under random schedules")->group(group);
  random->excludes(schedule);
  app.add_option("--runs", options.runs, "How many of them (default 1,000)")
      ->type_name("N")
      ->check(positive())
      ->needs(random)
      ->group(group);
  app.add_option("--seed", options.seed, "Same seed, same schedules (default 1)")
      ->type_name("S")
      ->needs(random)
      ->group(group);
  app.add_option("--points", "Where threads may be switched: at every synchronisation and memory access (all)")
      ->type_name("SET")
      ->default_str("all")
      ->group(group);
  app.add_option("--steps", options.steps, "End an execution after N steps (default 1,000,000): no verdict")
      ->type_name("N")
      ->check(positive())
      ->group(group);
}

void declare_output_options(CLI::App& app, RunOptions& options) {
  const std::string group = "What is printed and kept";
  app.add_flag("--events", options.events,
               "Print the events of the execution; of random ones, of the first that failed")
      ->group(group);
  app.add_flag("--show-output", options.show_output, "Show the program's output also during random runs")->group(group);
  app.add_flag("--quiet", options.quiet, "Print errors only")->group(group);
  app.add_option("--summary", options.summary, "Write a summary as JSON to FILE")->type_name("FILE")->group(group);
  app.add_option("--output", options.output, "Keep the first failing schedule in FILE")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--dir", options.folder, "Keep it in DIR instead of .heddle, numbered")
      ->type_name("DIR")
      ->group(group);
}

void declare_execution_options(CLI::App& app, RunOptions& options) {
  const std::string group = "How it is run";
  static const std::map<std::string, segment::ResetMode> kResetModes = {{"auto", segment::ResetMode::kAuto},
                                                                        {"loop", segment::ResetMode::kLoop},
                                                                        {"snapshot", segment::ResetMode::kSnapshot}};
  app.add_option_function<std::string>(
         "--reset", [&options](const std::string& name) { options.reset = kResetModes.at(name); },
         "Between executions: auto (default), loop (the program's heddle_start loop) or snapshot (memory is restored)")
      ->type_name("MODE")
      ->check(CLI::IsMember({"auto", "loop", "snapshot"}))
      ->group(group);
  app.add_option("--hang-timeout", options.hang_timeout,
                 "Give up when the program reaches nothing heddle sees for this long (default 10)")
      ->type_name("SECONDS")
      ->check(positive())
      ->group(group);
  app.add_option("--check-repeats", options.check_repeats, "Run every N-th execution twice and compare (default: none)")
      ->type_name("N")
      ->group(group);
  app.add_flag("--no-dispatch", options.no_dispatch)->group(kTesting);
  app.add_flag("--no-userfaultfd", options.no_userfaultfd)->group(kTesting);
  app.add_flag("--no-fsgsbase", options.no_fsgsbase)->group(kTesting);
  app.add_flag("--no-access-points", options.no_access_points)->group(kTesting);
  app.add_flag("--no-gates", options.no_gates)->group(kTesting);
}

// Options are ours before the program and the program's after it. `heddle run ./prog --schedule=FILE` is understood as
// well, since that is how one comes to write it with the shell's history; "--" turns it off.
void take_schedule_after_program(RunOptions& options) {
  constexpr std::string_view kSchedule = "--schedule=";
  auto& last = options.arguments;
  if (options.schedule.empty() && !options.random && !last.empty() && last.back().starts_with(kSchedule)) {
    options.schedule = last.back().substr(kSchedule.size());
    last.pop_back();
  }
}

void note_options_after_program(const OptionsParser& parser, const RunOptions& options) {
  for (const std::string& argument : options.arguments) {
    if (argument.starts_with("--") && argument != "--help" && parser.knows(argument)) {
      fmt::print(stderr, "heddle run: note: {} goes to {}; put it before the program if it is meant for heddle\n",
                 argument, options.program);
      return;
    }
  }
}

}  // namespace

std::variant<RunOptions, ExitCode> parse_run_options(int argc, char** argv) {
  RunOptions options;
  OptionsParser parser("heddle run", "heddle run [options] [--] ./program [arguments]",
                       "Runs a program built with heddle cc or heddle c++ with its threads under control: once, under "
                       "the default schedule (a thread runs until it blocks) or a given one, or many times under "
                       "random ones.");
  parser.footer(
      "Exit status: 0 every execution passed; 1 one failed, or the schedule's failure was reproduced; 2 usage or "
      "unreadable file; 3 the program cannot be explored, or the schedule does not fit; 4 internal error; "
      "130 interrupted. An execution that ends at the step limit is no failure.");
  declare_schedule_options(parser, options);
  declare_output_options(parser, options);
  declare_execution_options(parser, options);
  if (const auto code = parser.parse_arguments(argc, argv)) {
    return *code;
  }
  if (const CLI::Option* points = parser.get_option("--points");
      points->count() > 0 && points->as<std::string>() != "all") {
    return parser.usage_error("--points=" + points->as<std::string>() + " is not available, only --points=all is");
  }
  if (parser.rest().empty() || parser.rest().front().empty()) {
    return parser.usage_error("no program given");
  }
  options.program = parser.rest().front();
  options.arguments.assign(parser.rest().begin() + 1, parser.rest().end());
  if (!parser.rest_is_marked()) {
    take_schedule_after_program(options);
    note_options_after_program(parser, options);
  }
  return options;
}

}  // namespace heddle::cli
