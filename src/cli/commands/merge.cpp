// heddle merge: joins what searches of one program came to, made by machines that know nothing of each other.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/base/result_folder.h"
#include "cli/base/text.h"
#include "cli/commands/commands.h"
#include "cli/options/options_parser.h"
#include "cli/stored/merged_searches.h"
#include "trace/atomic_file.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> places;
  std::string summary;  // file; empty: none
  std::string folder;   // empty: findings stay where they are
};

std::variant<MergeOptions, ExitCode> parse_merge_options(int argc, char** argv) {
  MergeOptions options;
  OptionsParser parser("heddle merge", "heddle merge DIR... [--summary=FILE] [--dir=OUT]",
                       "Joins the results of searches whose logs are in these folders or their subfolders. The "
                       "searches must have the same program, arguments, input and options. Shards of random schedules "
                       "add up, each once; of systematic searches only the one that covered most counts.");
  parser.footer(
      "Exit status: 0 no findings; 1 there are findings; 2 wrong usage, or searches that do not belong together.");
  parser.app().add_option("--summary", options.summary, "Write a summary as JSON to FILE")->type_name("FILE");
  parser.app()
      .add_option("--dir", options.folder, "Copy the findings, each fault once, to OUT/<program>-<build id>/")
      ->type_name("OUT");
  if (const auto code = parser.parse_words({argv, static_cast<std::size_t>(argc)})) {
    return *code;
  }
  options.places = parser.rest();
  if (options.places.empty()) {
    return parser.usage_error("no folder given");
  }
  return options;
}

// Each log once, however often it is named.
std::variant<std::vector<StoredSearch>, Refusal> read_all(const std::vector<std::string>& places) {
  std::vector<StoredSearch> searches;
  for (const std::string& place : places) {
    const auto logs = find_searches(place);
    if (!logs) {
      return Refusal{kExitUsage, logs.error()};
    }
    for (const fs::path& log : *logs) {
      std::error_code ignored;
      const bool known = std::ranges::any_of(
          searches, [&](const StoredSearch& search) { return fs::equivalent(search.log, log, ignored); });
      if (known) {
        continue;
      }
      auto search = read_search(log);
      if (!search) {
        return Refusal{kExitUsage, search.error()};
      }
      searches.push_back(std::move(*search));
    }
  }
  return searches;
}

// Those that are elsewhere. The first thing that goes wrong.
std::optional<std::string> copy_findings(const ResultFolder& folder, std::vector<KeptFinding>& findings) {
  for (KeptFinding& kept : findings) {
    if (kept.path.empty() || fs::path(kept.path).parent_path() == folder.path()) {
      continue;
    }
    const auto path = folder.keep(".finding", [&kept](const fs::path& name) {
      kept.finding.replay_command = !kept.finding.replayable ? "" : "heddle replay " + shell_quoted(name.string());
      return write_finding(name, kept.finding, IfExists::kFail);
    });
    if (!path) {
      return path.error();
    }
    kept.path = path->string();
  }
  return std::nullopt;
}

// One line where findings could not be copied.
std::optional<Refusal> take_findings(const std::string& out, MergedSearches& merged) {
  std::vector<std::string> notes;
  if (out.empty()) {
    merged.summary.findings = merge_findings(merged, {}, notes);
  } else {
    auto folder = ResultFolder::open(out, merged.summary.program, merged.header().build_id, "findings");
    if (auto* refusal = std::get_if<Refusal>(&folder)) {
      return std::move(*refusal);
    }
    const auto& opened = std::get<ResultFolder>(folder);
    merged.summary.findings = merge_findings(merged, opened.path(), notes);
    if (const auto wrong = copy_findings(opened, merged.summary.findings)) {
      return Refusal{kExitUsage, *wrong};
    }
  }
  for (const std::string& note : notes) {
    print_error("heddle: {}: left out\n", note);
  }
  for (const KeptFinding& kept : merged.summary.findings) {
    merged.summary.exit_code = kept.finding.certain ? kExitFailed : merged.summary.exit_code;
  }
  return std::nullopt;
}

}  // namespace

int merge(int argc, char** argv) {
  auto options = parse_merge_options(argc, argv);
  if (const auto* code = std::get_if<ExitCode>(&options)) {
    return *code;
  }
  const auto& parsed = std::get<MergeOptions>(options);
  if (!parsed.summary.empty()) {
    if (const auto check = check_writable(parsed.summary); !check) {
      return fail(kExitUsage, check.error());
    }
  }
  auto read = read_all(parsed.places);
  if (const auto* refusal = std::get_if<Refusal>(&read)) {
    return fail(*refusal);
  }
  auto& searches = std::get<std::vector<StoredSearch>>(read);
  if (const auto line = what_differs(searches)) {
    return fail(kExitUsage, *line);
  }
  MergedSearches merged = merge_searches(std::move(searches));
  if (const auto refusal = take_findings(parsed.folder, merged)) {
    return fail(*refusal);
  }
  print("{}", to_text(merged));
  if (!parsed.summary.empty()) {
    if (const auto written = write_atomically(parsed.summary, to_json_text(merged), IfExists::kReplace); !written) {
      return fail(kExitUsage, written.error());
    }
  }
  return merged.summary.exit_code;
}

}  // namespace heddle::cli
