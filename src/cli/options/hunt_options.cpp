#include "cli/options/hunt_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <thread>
#include <utility>

#include "cli/base/machine.h"
#include "cli/base/text.h"
#include "cli/options/options_parser.h"
#include "cli/program/focus_pattern.h"
#include "core/words.h"
#include "detectors/registry.h"
#include "strategies/common_settings.h"

namespace heddle::cli {
namespace {

constexpr const char* kWhat = "What to explore";
constexpr const char* kHow = "How to explore it";
constexpr const char* kSettings = "Options of some strategies (see heddle list)";
constexpr const char* kLimits = "When to stop";
constexpr const char* kExecutions = "How to run it";
constexpr const char* kPrinted = "Output";
constexpr unsigned kMostJobs = 256;
constexpr double kHangShare = 10;    // of the time, ...
constexpr double kShortestHang = 1;  // ... in seconds
// What may differ from session to session of one search.
constexpr auto kNotDefining = std::to_array<std::string_view>(
    {"time", "executions", "all", "resume", "jobs", "worker-memory", "hang-timeout", "memory", "quiet", "progress",
     "summary", "dir", "checkpoints", "after-race", "suppressions", "gen-suppressions"});

constexpr std::array kPoints = std::to_array<std::pair<std::string_view, Points>>(
    {{"sync", Points::kSync}, {"shared", Points::kShared}, {"all", Points::kAll}});
constexpr std::array kExitStatuses =
    std::to_array<std::pair<std::string_view, std::uint32_t>>({{"fail", 1U}, {"ignore", 0U}});
constexpr std::array kCheckpoints = std::to_array<std::pair<std::string_view, Checkpoints>>(
    {{"auto", Checkpoints::kAuto}, {"never", Checkpoints::kNever}, {"always", Checkpoints::kAlways}});
constexpr std::array kProgress = std::to_array<std::pair<std::string_view, Progress>>(
    {{"auto", Progress::kAuto}, {"plain", Progress::kPlain}, {"json", Progress::kJson}});

// An option whose value is one of a few words.
template <const auto& kTable, typename Meaning>
CLI::Option* add_word(CLI::App& app, const std::string& name, Meaning& meaning, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name, [&meaning](const std::string& word) { meaning = meaning_in<kTable>(word).value_or(meaning); }, help)
      ->type_name("WORD")
      ->check(CLI::Validator(complaint_about_word<kTable>, ""));
}

// The number at the beginning, finite and not negative, and the rest.
std::optional<std::pair<double, std::string_view>> leading_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) {
    return std::nullopt;
  }
  return std::pair(number, text.substr(static_cast<std::size_t>(end - text.data())));
}

// "continuation", and what else strategies take, in the order of the rows.
std::vector<const Setting*> all_settings() {
  std::vector<const Setting*> all;
  for (const StrategyRow& row : strategies()) {
    for (const Setting* setting : row.settings) {
      if (std::ranges::find(all, setting->name, [](const Setting* known) { return known->name; }) == all.end()) {
        all.push_back(setting);
      }
    }
  }
  return all;
}

// The strategies that take it, "this, that".
std::string takers_of(const Setting& setting) {
  std::vector<std::string_view> names;
  for (const StrategyRow& row : strategies()) {
    if (row.is_listed && find_setting(row, setting.name) != nullptr) {
      names.push_back(row.name);
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view free_strategy() { return std::ranges::find(strategies(), true, &StrategyRow::provokes_free)->name; }

void declare_setting(CLI::App& app, const Setting& setting, Settings& given) {
  const std::string name = "--" + std::string(setting.name);
  const std::string by_default = setting.fallback.empty() ? "" : fmt::format("; default {}", setting.fallback);
  const std::string help = fmt::format("{} ({}{})", setting.help, takers_of(setting), by_default);
  CLI::Option* option = nullptr;
  if (setting.value.empty()) {
    option = app.add_flag_callback(name, [&setting, &given] { given.set(setting, "yes"); }, help);
  } else {
    option = app.add_option_function<std::vector<std::string>>(
        name,
        [&setting, &given](const std::vector<std::string>& values) {
          std::string value = fmt::format("{}", fmt::join(values, ","));
          if (setting.check != nullptr) {
            (void)setting.check(value);  // puts it into the common form
          }
          given.set(setting, value);
        },
        help);
    option->type_name(std::string(setting.value))->allow_extra_args(false);
    if (!setting.is_list) {
      option->expected(1);
    }
  }
  if (setting.check != nullptr) {
    option->check(CLI::Validator([&setting](std::string& value) { return setting.check(value); }, ""));
  }
  if (!setting.needs.empty()) {
    option->needs("--" + std::string(setting.needs));
  }
  option->group(kSettings);
}

void declare_what(CLI::App& app, HuntOptions& options) {
  Options& exploration = options.exploration;
  app.add_option("--strategy", options.strategy,
                 fmt::format("The method, see heddle list (default {})", strategies().front().name))
      ->type_name("NAME")
      ->group(kWhat);
  add_word<kPoints>(app, "--points", exploration.points,
                    "Where threads may be switched: at synchronisation (sync) and accesses to memory seen to be shared "
                    "(shared, the default), or all accesses (all)")
      ->group(kWhat);
  exploration.detectors = kDefaultDetectors;
  app.add_option_function<std::string>(
         "--detectors", [&exploration](const std::string& text) { choose_detectors(text, exploration.detectors); },
         "What to look for beside bad ends: a list of " + detector_words() + " (default " +
             words_of_detectors(kDefaultDetectors) + ")")
      ->type_name("LIST")
      ->group(kWhat);
  add_word<kExitStatuses>(app, "--exit-status", exploration.judges_exit,
                          "An exit status other than 0: fail (default) or ignore")
      ->group(kWhat);
}

void declare_how(CLI::App& app, HuntOptions& options) {
  Options& exploration = options.exploration;
  for (const Setting* setting : all_settings()) {
    declare_setting(app, *setting, options.settings);
  }
  app.add_option("--warmup", exploration.warmup,
                 "Run N executions that do not count first, for programs with a heddle_start loop (default 0)")
      ->type_name("N")
      ->check(whole_number())
      ->group(kHow);
  app.add_flag("--free", options.free,
               fmt::format("Let threads run in parallel, uncontrolled, and hold one for a while; for programs that "
                           "heddle cannot control. Findings cannot be replayed ({})",
                           free_strategy()))
      ->group(kHow);
  app.add_flag_callback(
         "--tolerate", [&exploration] { exploration.tolerate = 1; },
         "Explore a nondeterministic program all the same; nothing is complete then")
      ->group(kHow);
  app.add_option_function<std::string>(
         "--memory",
         [&exploration](const std::string& text) {
           const auto size = parse_size(text);
           if (!size || *size == 0) {
             throw CLI::ValidationError("--memory", "'" + text + "' is not a size, such as 512M");
           }
           exploration.memory = *size;
         },
         "Memory limit for the pruning table and for search state that is not on disk (default 1G)")
      ->type_name("SIZE")
      ->group(kHow);
}

void declare_limits(CLI::App& app, HuntOptions& options) {
  app.add_option_function<std::string>(
         "--time",
         [&options](const std::string& text) {
           const auto time = parse_time(text);
           if (!time || time->count() == 0) {
             throw CLI::ValidationError("--time", "'" + text + "' is not a time, such as 90s, 5m or 500ms");
           }
           options.time = *time;
         },
         "Stop exploring after this time (default 60s)")
      ->type_name("TIME")
      ->group(kLimits);
  app.add_option("--executions", options.exploration.executions, "Stop after N executions (default: no limit)")
      ->type_name("N")
      ->check(positive())
      ->group(kLimits);
  app.add_flag("--resume", options.resume, "Continue the unfinished search of this program")->group(kLimits);
  app.add_flag_callback(
         "--all", [&options] { options.exploration.all = 1; }, "Continue after the first finding")
      ->group(kLimits);
  options.exploration.after_fault = 10'000;
  app.add_option("--after-race", options.exploration.after_fault,
                 "After a data race or the like, run N more executions to see whether it causes a failure (default "
                 "10000)")
      ->type_name("N")
      ->check(whole_number())
      ->group(kLimits);
  declare_limits_options(app, options, kLimits, /*grow=*/true);
}

void declare_workers(CLI::App& app, HuntOptions& options) {
  options.jobs = std::max(1U, std::thread::hardware_concurrency());
  app.add_option("-j,--jobs", options.jobs, "Explore with N processes (default: one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1U, kMostJobs))
      ->group(kExecutions);
  app.add_option_function<std::string>(
         "--worker-memory",
         [&options](const std::string& text) {
           const auto size = parse_size(text);
           if (!size || *size == 0) {
             throw CLI::ValidationError("--worker-memory", "'" + text + "' is not a size, such as 512M");
           }
           options.worker_memory = *size;
         },
         "End a process of the program that takes more memory than this (default: three quarters of the machine's free "
         "memory, divided among the processes)")
      ->type_name("SIZE")
      ->group(kExecutions);
}

void declare_checkpoints(CLI::App& app, HuntOptions& options) {
  add_word<kCheckpoints>(app, "--checkpoints", options.exploration.checkpoints,
                         "Fork executions at the point where they start to differ instead of rerunning the common "
                         "prefix: auto (default; where that is measured to be faster), never or always")
      ->group(kExecutions);
}

void declare_printed(CLI::App& app, HuntOptions& options) {
  auto* quiet = app.add_flag("--quiet", options.quiet, "Print errors only")->group(kPrinted);
  add_word<kProgress>(app, "--progress", options.progress,
                      "The status while it runs: auto (default; one line on a terminal), plain (a line every 5 s) or "
                      "json (an object every second, for programs)")
      ->excludes(quiet)
      ->group(kPrinted);
  app.add_option("--summary", options.summary, "Write a summary as JSON to FILE")->type_name("FILE")->group(kPrinted);
  app.add_option("--suppressions", options.suppressions,
                 "Do not report findings listed in FILE, in ThreadSanitizer's format; may be given more than once")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(kPrinted);
  app.add_option("--gen-suppressions", options.generated_suppressions,
                 "Write a suppression for every finding to FILE, or - to print it")
      ->type_name("FILE")
      ->group(kPrinted);
  app.add_option("--dir", options.folder, "Keep findings in DIR instead of .heddle")->type_name("DIR")->group(kPrinted);
}

std::string unknown_strategy(const std::string& name) {
  std::vector<std::string> known;
  for (const StrategyRow& row : strategies()) {
    if (row.is_listed) {
      known.emplace_back(row.name);
    }
  }
  const std::string meant = nearest_name(name, known);
  return meant.empty() ? fmt::format("unknown strategy {} (there are {})", name, fmt::join(known, ", "))
                       : fmt::format("unknown strategy {}, did you mean {}?", name, meant);
}

// Whatever is about schedules.
std::optional<std::string> contradiction_to_free(const OptionsParser& parser, const HuntOptions& options) {
  if (!find_strategy(options.strategy)->provokes_free) {
    return "--free does not go with --strategy=" + options.strategy;
  }
  for (const char* name : {"points", "detectors", "continuation", "warmup", "tolerate", "resume", "after-race", "steps",
                           "threads", "jobs", "worker-memory", "checkpoints", "reset", "executor", "hang-timeout"}) {
    if (parser.app().count(std::string("--") + name) != 0) {
      return fmt::format("--{} does not go with --free: no schedule is made", name);
    }
  }
  return std::nullopt;
}

// Nothing, or what does not go together.
std::optional<std::string> contradiction(const OptionsParser& parser, const HuntOptions& options) {
  const StrategyRow* strategy = find_strategy(options.strategy);
  if (strategy == nullptr) {
    return unknown_strategy(options.strategy);
  }
  // A search that goes on has its strategy from its log.
  const bool is_named = !options.resume || parser.app().count("--strategy") != 0;
  for (const Setting* given : all_settings()) {
    if (!is_named || !options.settings.has(*given)) {
      continue;
    }
    const Setting* setting = find_setting(*strategy, given->name);
    std::string value(options.settings.value(*given));
    if (setting == nullptr) {
      return fmt::format("--{} does not go with --strategy={}", given->name, options.strategy);
    }
    if (setting->check != nullptr && !setting->check(value).empty()) {  // others may take it
      return fmt::format("--{}={} does not go with --strategy={}", given->name, value, options.strategy);
    }
  }
  if (options.exploration.warmup != 0 &&
      (options.reset == segment::ResetMode::kSnapshot || options.reset == segment::ResetMode::kFork ||
       options.reset == segment::ResetMode::kExec)) {
    return fmt::format("--warmup does not go with --reset={}: every execution starts from the same memory",
                       name_of(options.reset));
  }
  return options.free ? contradiction_to_free(parser, options) : std::nullopt;
}

// Nothing, or what is wrong with its patterns.
std::optional<std::string> take_focus(HuntOptions& options) {
  if (!options.settings.has(kFocus)) {
    return std::nullopt;
  }
  const std::string text(options.settings.value(kFocus));
  options.focus = split_patterns(text);
  if (std::ranges::any_of(options.focus, [](const auto& pattern) { return FocusPattern(pattern).glob().empty(); })) {
    return fmt::format("--focus: '{}' has an empty pattern", text);
  }
  options.settings.set(kFocus, fmt::format("{}", fmt::join(options.focus, ", ")));
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_time(std::string_view text) {
  const auto number = leading_number(text);
  if (!number) {
    return std::nullopt;
  }
  constexpr auto units = std::to_array<std::pair<std::string_view, double>>(
      {{"", 1e3}, {"s", 1e3}, {"ms", 1}, {"m", 60e3}, {"min", 60e3}, {"h", 3600e3}});
  for (const auto& [unit, milliseconds] : units) {
    if (unit == number->second && number->first * milliseconds < 1e15) {
      return std::chrono::milliseconds(std::llround(number->first * milliseconds));
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  const auto number = leading_number(text);
  if (!number) {
    return std::nullopt;
  }
  constexpr auto units = std::to_array<std::pair<std::string_view, double>>(
      {{"", 1}, {"K", 0x1p10}, {"M", 0x1p20}, {"G", 0x1p30}, {"T", 0x1p40}});
  for (const auto& [unit, bytes] : units) {
    if (unit == number->second && number->first * bytes < 0x1p62) {
      return static_cast<std::uint64_t>(number->first * bytes);
    }
  }
  return std::nullopt;
}

Strategy::Traits traits_of(const HuntOptions& options) {
  return find_strategy(options.strategy)->make(options.settings)->traits();
}

std::string meaning_of(const HuntOptions& options, std::string_view name) {
  if (const Setting* setting = find_setting(*find_strategy(options.strategy), name)) {
    return "=" + std::string(options.settings.value(*setting));
  }
  const Options& exploration = options.exploration;
  const std::array meanings = std::to_array<std::pair<std::string_view, std::string>>({
      {"strategy", options.strategy},
      {"points", std::string(name_of(exploration.points))},
      {"detectors", fmt::format("{}", exploration.detectors)},
      {"exit-status", fmt::format("{}", exploration.judges_exit)},
      {"warmup", fmt::format("{}", exploration.warmup)},
      {"tolerate", fmt::format("{}", exploration.tolerate)},
      {"steps", fmt::format("{} {}", options.first_limits.steps, options.limits.steps)},
      {"threads", fmt::format("{} {}", options.first_limits.threads, options.limits.threads)},
      {"reset", name_of(options.reset)},
      {"executor", name_of(options.executor)},
  });
  const auto* row = std::ranges::find(meanings, name, [](const auto& pair) { return pair.first; });
  return row == meanings.end() ? std::string() : row->second;
}

std::string_view name_of(Points points) { return word_in<kPoints>(points); }

void declare_hunt_options(OptionsParser& parser, HuntOptions& options) {
  declare_what(parser.app(), options);
  declare_how(parser.app(), options);
  declare_limits(parser.app(), options);
  declare_printed(parser.app(), options);
  declare_workers(parser.app(), options);
  declare_checkpoints(parser.app(), options);
  declare_execution_options(parser.app(), options, kExecutions, /*hunts=*/true);
}

std::variant<HuntOptions, ExitCode> parse_hunt_options(std::span<char* const> words, std::string* wrong) {
  HuntOptions options;
  OptionsParser parser(
      "heddle hunt", "heddle hunt [options] [--] ./program [arguments]",
      "Explores the schedules of a program built with heddle cc or heddle c++ until the first failure, until all "
      "schedules within the bound are explored, or until time is up. heddle reduces a failure to the shortest "
      "schedule, repeats it in a fresh process, keeps it as a file and reports it.");
  parser.footer(
      "Exit status: 0 no findings; 1 there are findings; 2 wrong usage, or a file that cannot be read or written; 3 "
      "heddle cannot explore the program, or the program is nondeterministic; 4 internal error; 130 interrupted, with "
      "all findings so far kept.");
  declare_hunt_options(parser, options);
  parser.keep_errors(wrong);
  if (const auto code = parser.parse_arguments(static_cast<int>(words.size()), const_cast<char**>(words.data()))) {
    return *code;
  }
  if (options.free && parser.app().count("--strategy") == 0) {
    options.strategy = free_strategy();
  }
  if (const auto line = contradiction(parser, options)) {
    return parser.usage_error(*line);
  }
  if (const auto line = take_focus(options)) {
    return parser.usage_error(*line);
  }
  if (options.settings.text().size() >= sizeof segment::HuntRequest::settings) {
    return parser.usage_error("the options of the strategy are too long");
  }
  options.exploration.detectors |= find_strategy(options.strategy)->provokes;
  if (const auto line = parser.take_program(options.program, options.arguments)) {
    return parser.usage_error(*line);
  }
  parser.note_options_among(options.arguments, options.program);
  options.defining = parser.given_but(kNotDefining);
  options.points_given = parser.app().count("--points") != 0;
  if (parser.app().count("--steps") != 0) {
    options.first_limits.steps = options.limits.steps;
  }
  if (parser.app().count("--threads") != 0) {
    options.first_limits.threads = options.limits.threads;
  }
  if (options.worker_memory == 0) {
    options.worker_memory = available_memory() / options.jobs / 4 * 3;
  }
  if (parser.app().count("--hang-timeout") == 0) {
    // What hangs has to be noticed, and gone on with in another way, long before the time is up.
    const double time = std::chrono::duration<double>(options.time).count();
    options.hang_timeout = std::clamp(time / kHangShare, kShortestHang, options.hang_timeout);
  }
  return options;
}

}  // namespace heddle::cli
