#include "cli/stored/merged_searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "cli/base/text.h"
#include "cli/findings/finding_maker.h"
#include "detectors/finding_kinds.h"
#include "strategies/numbered.h"
#include "strategies/registry.h"
#include "trace/finding_file.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr int kVersion = 1;

bool has_shards(const StoredSearch& search) {
  const StrategyRow* strategy = find_strategy(search.options.strategy);
  return strategy != nullptr && find_setting(*strategy, kShard.name) != nullptr;
}

std::vector<std::string> options_but_shard(const SearchHeader& header) {
  std::vector<std::string> options = header.options;
  std::erase_if(options, [](const std::string& option) { return option.starts_with("--shard="); });
  return options;
}

std::string listed(const std::vector<std::string>& words) {
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, " "));
}

// What differs in two, or nothing.
std::optional<std::string> difference(const StoredSearch& first, const StoredSearch& second) {
  const SearchHeader& one = first.header;
  const SearchHeader& other = second.header;
  if (one.build_id != other.build_id) {
    return fmt::format("the builds differ, {} of {} and {} of {}", one.build_id, one.program, other.build_id,
                       other.program);
  }
  if (one.arguments != other.arguments) {
    return fmt::format("the arguments of the program differ, {} and {}", listed(one.arguments),
                       listed(other.arguments));
  }
  if (one.explore != other.explore) {
    return fmt::format("the calls of heddle_explore() differ, '{}' and '{}'", one.explore, other.explore);
  }
  if (one.input_bytes != other.input_bytes || one.input_hash != other.input_hash) {
    return fmt::format("the standard input differs, {} and {}", plural(one.input_bytes, "byte"),
                       plural(other.input_bytes, "byte"));
  }
  if (options_but_shard(one) != options_but_shard(other)) {
    return fmt::format("the options differ, {} and {}", listed(options_but_shard(one)),
                       listed(options_but_shard(other)));
  }
  if (one.shards != other.shards) {
    return fmt::format("the shards differ, {}/{} and {}/{}", one.shard + 1, one.shards, other.shard + 1, other.shards);
  }
  return std::nullopt;
}

// The highest bound that was completed, or -1.
std::int64_t completed_bound(const StoredSearch& search) {
  std::int64_t best = -1;
  for (const RoundTotals& round : search.totals.rounds) {
    best = round.complete() ? std::max<std::int64_t>(best, round.bound) : best;
  }
  return best;
}

bool went_further(const StoredSearch& one, const StoredSearch& other) {
  const auto rank = [](const StoredSearch& search) {
    return std::tuple(search.summary.claim.complete(), completed_bound(search), search.totals.made());
  };
  return rank(one) > rank(other);
}

// Of each shard the one that went further.
void count_shards_once(MergedSearches& merged) {
  std::map<std::uint32_t, MergedSearch*> best;
  for (MergedSearch& part : merged.searches) {
    MergedSearch*& known = best[part.search.header.shard];
    if (known == nullptr) {
      known = &part;
    } else if (went_further(part.search, known->search)) {
      std::exchange(known, &part)->counts = false;
    } else {
      part.counts = false;
    }
  }
  for (std::uint32_t shard = 0; shard < merged.header().shards; ++shard) {
    if (!best.contains(shard)) {
      merged.missing_shards.push_back(shard + 1);
    }
  }
}

HuntSummary sum_of(const MergedSearches& merged) {
  Totals totals;
  HuntSummary summary;
  for (const MergedSearch& part : merged.searches) {
    const StoredSearch& search = part.search;
    if (!part.counts) {
      continue;
    }
    totals.rounds.insert(totals.rounds.end(), search.totals.rounds.begin(), search.totals.rounds.end());
    totals.before += search.totals.before;
    totals.repeated += search.totals.repeated;
    totals.varied = totals.varied || search.totals.varied;
  }
  const StoredSearch& first = merged.searches.front().search;
  const auto strategy = find_strategy(first.options.strategy)->make(first.options.settings);
  const HuntSummary words = summarise(first.options, {}, totals, strategy->coverage(totals));
  summary.program = first.summary.program;
  summary.strategy = words.strategy;
  summary.claim = words.claim;
  summary.point_set = words.point_set;
  summary.focus = words.focus;
  for (const RoundTotals& round : totals.rounds) {
    summary.executions += round.executions;
    summary.beyond_bound += round.beyond_bound + round.out_of_focus;
    summary.pruned += round.pruned;
  }
  summary.re_executions = totals.made() - summary.executions - summary.beyond_bound - summary.pruned;
  return summary;
}

// Whether it belongs to what was searched: a folder has the findings of all searches of a build.
bool is_of(const FindingFile& finding, const SearchHeader& header) {
  return finding.build_id == header.build_id && finding.arguments == header.arguments &&
         finding.explore == header.explore && finding.input_bytes == header.input_bytes &&
         finding.input_hash == header.input_hash;
}

bool is_shorter(const FindingFile& one, const FindingFile& other) {
  const auto rank = [](const FindingFile& finding) {
    return std::tuple(!finding.replayable, finding.costs.preemptions, finding.costs.switches, finding.schedule.size());
  };
  return rank(one) < rank(other);
}

FindingFile without_file(const Finding& found, const HuntOptions& options) {
  FindingFile finding;
  finding.kind = found.fault.kind;
  finding.message = found.witness.message;
  finding.signature = found.fault.signature;
  finding.certain = found.fault.certain;
  finding.outcome = found.witness.outcome;
  finding.detectors = detectors_of(found, options);
  finding.sites = sites_of(found.fault);
  finding.execution = found.origin.execution;
  finding.costs = found.witness.costs;
  return finding;
}

// What detectors see begins with the kind, in words.
std::string without_kind(const FindingFile& finding) {
  std::string kind(name(finding.kind));
  std::ranges::replace(kind, '-', ' ');
  const std::size_t colon = finding.message.find(": ");
  return finding.message.starts_with(kind) && colon != std::string::npos ? finding.message.substr(colon + 2)
                                                                         : finding.message;
}

std::vector<fs::path> finding_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".finding") {
      files.push_back(entry->path());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string shard_text(const SearchHeader& header) {
  return fmt::format("shard {}/{}", header.shard + 1, header.shards);
}

std::string state_text(const StoredSearch& search) {
  return search.running ? "still running" : search.ending ? "ended: " + search.ending->word : "left in the middle";
}

std::string line_of(const MergedSearches& merged, const MergedSearch& part) {
  const StoredSearch& search = part.search;
  std::string text = "  " + search.log.string() + ": ";
  if (merged.adds_up()) {
    text += shard_text(search.header) + ", ";
  } else {
    text += search.summary.claim.guarantee() + ", ";
  }
  text += plural(search.totals.made(), "execution") + ", " + state_text(search);
  if (!part.counts) {
    text += merged.adds_up() ? "; not counted: another search of this shard went further" : "";
  } else if (part.is_best && merged.searches.size() > 1) {
    text += "; this one counts";
  }
  if (!search.damage.empty()) {
    text += "; damaged (" + search.damage + "), counts up to the damage";
  }
  return text + "\n";
}

}  // namespace

bool MergedSearches::adds_up() const { return has_shards(searches.front().search); }

std::optional<std::string> what_differs(const std::vector<StoredSearch>& searches) {
  for (const StoredSearch& search : searches) {
    if (const auto line = difference(searches.front(), search)) {
      return fmt::format("cannot merge {} and {}: {}", searches.front().log.string(), search.log.string(), *line);
    }
  }
  return std::nullopt;
}

MergedSearches merge_searches(std::vector<StoredSearch> searches) {
  MergedSearches merged;
  for (StoredSearch& search : searches) {
    merged.searches.push_back({.search = std::move(search)});
  }
  std::ranges::sort(merged.searches, {},
                    [](const MergedSearch& part) { return std::pair(part.search.header.shard, part.search.log); });
  if (merged.adds_up()) {
    count_shards_once(merged);
    merged.summary = sum_of(merged);
    return merged;
  }
  MergedSearch* best = &merged.searches.front();
  for (MergedSearch& part : merged.searches) {
    best = went_further(part.search, best->search) ? &part : best;
  }
  for (MergedSearch& part : merged.searches) {
    part.counts = part.is_best = &part == best;
  }
  merged.summary = best->search.summary;
  return merged;
}

std::vector<KeptFinding> merge_findings(const MergedSearches& merged, const fs::path& preferred,
                                        std::vector<std::string>& notes) {
  std::vector<fs::path> folders;
  const auto add_folder = [&folders](const fs::path& folder) {
    std::error_code ignored;
    const bool known = std::ranges::any_of(
        folders, [&](const fs::path& other) { return fs::equivalent(other, folder, ignored) && !ignored; });
    if (!folder.empty() && !known) {
      folders.push_back(folder);
    }
  };
  add_folder(preferred);
  for (const MergedSearch& part : merged.searches) {
    add_folder(part.search.log.has_parent_path() ? part.search.log.parent_path() : fs::path("."));
  }
  std::vector<KeptFinding> all;
  const auto known = [&all](std::uint64_t signature) {
    return std::ranges::find_if(all,
                                [signature](const KeptFinding& kept) { return kept.finding.signature == signature; });
  };
  for (const fs::path& folder : folders) {
    for (const fs::path& file : finding_files(folder)) {
      auto finding = read_finding(file, is_known);
      if (!finding) {
        notes.push_back(finding.error());
        continue;
      }
      if (!is_of(*finding, merged.header())) {
        continue;
      }
      const auto same = known(finding->signature);
      if (same == all.end()) {
        all.push_back({.finding = std::move(*finding), .path = file.string()});
      } else if (same->finding.certain != finding->certain
                     ? finding->certain
                     : fs::path(same->path).parent_path() != preferred && is_shorter(*finding, same->finding)) {
        *same = {.finding = std::move(*finding), .path = file.string()};
      }
    }
  }
  for (const MergedSearch& part : merged.searches) {
    for (const Finding& found : part.search.findings) {
      const auto same = known(found.fault.signature);
      if (same != all.end() && found.fault.certain && !same->finding.certain) {
        *same = {.finding = without_file(found, part.search.options), .path = ""};
      } else if (same == all.end()) {
        all.push_back({.finding = without_file(found, part.search.options), .path = ""});
      }
    }
  }
  return all;
}

std::string to_text(const MergedSearches& merged) {
  const HuntSummary& summary = merged.summary;
  std::string text;
  for (std::size_t index = 0; index < summary.findings.size(); ++index) {
    const KeptFinding& kept = summary.findings[index];
    text += fmt::format(
        "{} {}: {}: {}\n  {}\n", kept.finding.certain ? "finding" : "hint", index + 1, name(kept.finding.kind),
        without_kind(kept.finding),
        kept.path.empty() ? "not kept as a file: heddle hunt --resume creates it, where it was found" : kept.path);
  }
  const bool complete = summary.claim.complete();
  text +=
      fmt::format("{}: {}: {}{}\n", summary.program, complete ? complete_words(summary.claim) : "not complete; covered",
                  summary.claim.guarantee(), complete ? ", " + plural(summary.executions, "execution") : "");
  for (const MergedSearch& part : merged.searches) {
    text += line_of(merged, part);
  }
  if (!merged.missing_shards.empty()) {
    text += fmt::format("  missing: shard{} {} of {}\n", merged.missing_shards.size() == 1 ? "" : "s",
                        fmt::join(merged.missing_shards, ", "), merged.header().shards);
  }
  if (!merged.adds_up() && merged.searches.size() > 1) {
    text += fmt::format("  searches by {} do not add up: each covers the same schedules\n", summary.strategy);
  }
  return text + claim_lines(summary);
}

std::string to_json_text(const MergedSearches& merged) {
  const HuntSummary& summary = merged.summary;
  ordered_json findings = ordered_json::array();
  for (const KeptFinding& kept : summary.findings) {
    findings.push_back(to_json(kept));
  }
  ordered_json searches = ordered_json::array();
  for (const auto& [search, counts, is_best] : merged.searches) {
    searches.push_back({{"log", search.log.string()},
                        {"shard", merged.adds_up() ? ordered_json(search.header.shard + 1) : ordered_json()},
                        {"counts", counts},
                        {"executions", search.totals.made()},
                        {"running", search.running},
                        {"end", search.ending ? ordered_json(search.ending->word) : ordered_json()},
                        {"complete", search.summary.claim.complete()},
                        {"guarantee", search.summary.claim.guarantee()},
                        {"damage", search.damage.empty() ? ordered_json() : ordered_json(search.damage)}});
  }
  const bool complete = summary.claim.complete();
  const ordered_json json{
      {"version", kVersion},
      {"strategy", summary.strategy},
      {"executions", summary.executions},
      {"re_executions", summary.re_executions},
      {"beyond_bound", summary.beyond_bound},
      {"pruned", summary.pruned},
      {"complete", complete},
      {"guarantee", summary.claim.guarantee()},
      {"gaps", summary.gaps()},
      {"assumptions", summary.assumptions()},
      {"point_set", summary.point_set},
      {"focus", summary.focus},
      {"given_up", summary.claim.ledger().count(LedgerRow::kGivenUp)},
      {"shards", merged.adds_up() ? ordered_json(merged.header().shards) : ordered_json()},
      {"missing_shards", merged.missing_shards},
      {"searches", searches},
      {"findings", findings},
      {"exit_code", static_cast<int>(summary.exit_code)},
  };
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::cli
