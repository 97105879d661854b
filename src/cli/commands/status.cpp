// heddle status: what searches are doing, or came to, from another terminal.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/commands/commands.h"
#include "cli/options/options_parser.h"
#include "cli/stored/stored_search.h"
#include "strategies/registry.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

using nlohmann::ordered_json;

std::string time_text(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(time));
}

std::string size_text(std::uint64_t bytes) {
  constexpr double kMiB = 0x1p20;
  return static_cast<double>(bytes) < kMiB ? fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 0x1p10)
                                           : fmt::format("{:.1f} MiB", static_cast<double>(bytes) / kMiB);
}

std::string_view state_word(const StoredSearch& search) {
  return search.running ? "running" : search.ending ? "ended" : "left";
}

std::string state_text(const StoredSearch& search) {
  if (search.running) {
    return search.process ? fmt::format("running (process {})", *search.process) : "running";
  }
  if (!search.ending) {
    return fmt::format("left in the middle (killed, or a power cut), last written {}; --resume continues it",
                       time_text(search.written));
  }
  return fmt::format("ended {}: {}{}", time_text(search.written), search.ending->word,
                     search.ending->resumable ? "; --resume continues it" : "");
}

bool has_end(const StoredSearch& search) { return !traits_of(search.options).is_numbered; }

std::string round_text(const StoredSearch& search) {
  std::string text = plural(search.totals.made(), "execution") + " so far";
  const auto bound = search.bound();
  if (search.finished()) {
    return text;
  }
  if (bound) {
    text += ", now " + bound_text(search.options, *bound);
  }
  return has_end(search)
             ? text + fmt::format(", at least {} left{}", grouped(search.left), bound ? " in this bound" : "")
             : text;
}

// "random, --shard=2/3 --seed=4"
std::string method_text(const StoredSearch& search) {
  std::vector<std::string> options = search.header.options;
  std::erase_if(options, [](const std::string& option) { return option.starts_with("--strategy="); });
  return fmt::format("{}{}{}", search.options.strategy, options.empty() ? "" : ", ", fmt::join(options, " "));
}

std::string to_text(const StoredSearch& search) {
  std::string text = fmt::format("{}: {}\n", search.log.string(), search.command());
  text += fmt::format("  {}; begun {}\n", method_text(search), time_text(search.header.started));
  text += fmt::format("  {}\n", state_text(search));
  text += fmt::format("  {}\n", round_text(search));
  text += fmt::format("  covered: {}\n", search.summary.claim.guarantee());
  const auto hints = static_cast<std::uint64_t>(std::ranges::count_if(search.findings, &is_hint));
  text +=
      fmt::format("  {}, log of {}\n", findings_text(search.findings.size() - hints, hints), size_text(search.bytes));
  if (!search.damage.empty()) {
    text += fmt::format("  the log is damaged ({}): it counts up to the damage\n", search.damage);
  }
  return text;
}

ordered_json to_json(const StoredSearch& search) {
  ordered_json findings = ordered_json::array();
  for (const Finding& found : search.findings) {
    findings.push_back({{"kind", name(found.fault.kind)},
                        {"message", found.witness.message},
                        {"signature", hex(found.fault.signature)},
                        {"certain", found.fault.certain}});
  }
  const auto bound = search.bound();
  return {{"log", search.log.string()},
          {"program", search.header.program},
          {"arguments", search.header.arguments},
          {"build_id", search.header.build_id},
          {"strategy", search.options.strategy},
          {"options", search.header.options},
          {"state", state_word(search)},
          {"process", search.process ? ordered_json(*search.process) : ordered_json()},
          {"started", search.header.started},
          {"written", search.written},
          {"end", search.ending ? ordered_json(search.ending->word) : ordered_json()},
          {"resumable", !search.running && !search.finished()},
          {"executions", search.totals.made()},
          {"bound", bound ? ordered_json(*bound) : ordered_json()},
          {"left_at_least", has_end(search) ? ordered_json(search.left) : ordered_json()},
          {"complete", search.summary.claim.complete()},
          {"guarantee", search.summary.claim.guarantee()},
          {"findings", findings},
          {"log_bytes", search.bytes},
          {"damage", search.damage.empty() ? ordered_json() : ordered_json(search.damage)}};
}

}  // namespace

int status(int argc, char** argv) {
  OptionsParser parser("heddle status", "heddle status [DIR] [--json]",
                       "Shows running and finished searches of heddle hunt whose logs are in DIR (default .heddle) or "
                       "its subfolders. DIR may also be a single log. Running searches are not disturbed.");
  parser.footer("Exit status: 0 there are searches; 2 there is none, or one cannot be read.");
  bool json = false;
  parser.add_flag("--json", json, "Print JSON, for programs", "Output");
  if (const auto code = parser.parse_words({argv, static_cast<std::size_t>(argc)})) {
    return *code;
  }
  if (parser.rest().size() > 1) {
    return parser.usage_error("one folder at a time");
  }
  const auto logs = find_searches(parser.rest().empty() ? ".heddle" : parser.rest().front());
  if (!logs) {
    return fail(kExitUsage, logs.error());
  }
  ordered_json all = ordered_json::array();
  std::string text;
  ExitCode code = kExitClean;
  for (const std::filesystem::path& log : *logs) {
    const auto search = read_search(log);
    if (!search) {
      code = fail(kExitUsage, search.error());
      continue;
    }
    text += (text.empty() ? "" : "\n") + to_text(*search);
    all.push_back(to_json(*search));
  }
  if (json) {
    text = all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  }
  if (code == kExitClean || !all.empty()) {
    print("{}", text);
  }
  return code;
}

}  // namespace heddle::cli
