#include "cli/options/run_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "cli/options/options_parser.h"
#include "detectors/registry.h"

namespace heddle::cli {
namespace {

void declare_schedule_options(CLI::App& app, RunOptions& options) {
  const std::string group = "Which schedules";
  auto* schedule = app.add_option("--schedule", options.schedule, "Run once, under the schedule in FILE")
                       ->type_name("FILE")
                       ->group(group);
  auto* random = app.add_flag("--random", options.random, "Run under random schedules")->group(group);
  random->excludes(schedule);
  app.add_option("--runs", options.runs, "The number of random schedules (default 1,000)")
      ->type_name("N")
      ->check(positive())
      ->needs(random)
      ->group(group);
  app.add_option("--seed", options.seed, "Same seed, same schedules (default 1)")
      ->type_name("S")
      ->check(whole_number())
      ->needs(random)
      ->group(group);
  app.add_option("--points",
                 "Where threads may be switched: at every synchronisation and memory access (all, the default), or at "
                 "synchronisation only (sync, with the default schedule only)")
      ->type_name("SET")
      ->default_str("all")
      ->group(group);
  app.add_option_function<std::string>(
         "--detectors", [&options](const std::string& text) { choose_detectors(text, options.detectors); },
         "What ends an execution as a failure beside bad ends: a list of " + detector_words() + " (default none)")
      ->type_name("LIST")
      ->group(group);
  declare_limits_options(app, options, group.c_str(), /*grow=*/false);
  app.add_flag("--count-touched", options.count_touched)->group("");  // for measurements: help does not show it
}

void declare_output_options(CLI::App& app, RunOptions& options) {
  const std::string group = "Output";
  app.add_flag("--events", options.events,
               "Print the events of the execution; with random schedules, those of the first execution that failed")
      ->group(group);
  app.add_flag("--show-output", options.show_output, "Show the program's output during random executions, too")
      ->group(group);
  app.add_flag("--quiet", options.quiet, "Print errors only")->group(group);
  app.add_option("--summary", options.summary, "Write a summary as JSON to FILE")->type_name("FILE")->group(group);
  app.add_option("--output", options.output, "Keep the first failing schedule in FILE")
      ->type_name("FILE")
      ->group(group);
  app.add_option("--dir", options.folder, "Keep the first failing schedule in DIR instead of .heddle, numbered")
      ->type_name("DIR")
      ->group(group);
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

}  // namespace

std::variant<RunOptions, ExitCode> parse_run_options(int argc, char** argv) {
  RunOptions options;
  OptionsParser parser("heddle run", "heddle run [options] [--] ./program [arguments]",
                       "Runs a program built with heddle cc or heddle c++ with its threads under control: once, under "
                       "the default schedule (a thread runs until it blocks) or a given one, or many times under "
                       "random ones.");
  parser.footer(
      "Exit status: 0 every execution passed; 1 one failed, or the schedule's failure was reproduced; 2 wrong usage or "
      "unreadable file; 3 heddle cannot explore the program, or the schedule does not fit; 4 internal error; 130 "
      "interrupted. An execution that ends at the step limit is not a failure.");
  declare_schedule_options(parser.app(), options);
  declare_output_options(parser.app(), options);
  const char* group = "How to run it";
  declare_execution_options(parser.app(), options, group);
  parser.app()
      .add_option("--check-repeats", options.check_repeats,
                  "Run every N-th execution twice and compare (default: none)")
      ->type_name("N")
      ->group(group);
  if (const auto code = parser.parse_arguments(argc, argv)) {
    return *code;
  }
  if (const CLI::Option* points = parser.app().get_option("--points"); points->count() > 0) {
    const auto set = points->as<std::string>();
    if (set != "all" && set != "sync") {
      return parser.usage_error("--points=" + set + " is not available, only --points=all and --points=sync are");
    }
    options.points = set == "sync" ? Points::kSync : Points::kAll;
  }
  if (const auto line = parser.take_program(options.program, options.arguments)) {
    return parser.usage_error(*line);
  }
  if (!parser.rest_is_marked()) {
    take_schedule_after_program(options);
  }
  if (options.points == Points::kSync && (options.random || !options.schedule.empty())) {
    return parser.usage_error("--points=sync needs the default schedule");
  }
  parser.note_options_among(options.arguments, options.program);
  return options;
}

}  // namespace heddle::cli
