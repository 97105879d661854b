// Several searches of one program as one: what machines that know nothing of each other came to together.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/records/hunt_summary.h"
#include "cli/stored/stored_search.h"
#include "trace/expected.h"

namespace heddle::cli {

struct MergedSearch {
  StoredSearch search;
  bool counts = true;    // false: another one has done the same and more
  bool is_best = false;  // of a systematic strategy: what it covered is what is covered
};

struct MergedSearches {
  std::vector<MergedSearch> searches;         // by shard, then by log
  std::vector<std::uint32_t> missing_shards;  // from 1
  HuntSummary summary;                        // findings with it

  [[nodiscard]] const SearchHeader& header() const { return searches.front().search.header; }
  // Of random schedules: executions add up. Otherwise the best search counts.
  [[nodiscard]] bool adds_up() const;
};

// One line where two of them do not go together: what differs. There is at least one.
[[nodiscard]] std::optional<std::string> what_differs(const std::vector<StoredSearch>& searches);
// Of searches that go together; without findings.
[[nodiscard]] MergedSearches merge_searches(std::vector<StoredSearch> searches);

// The findings of these searches, each fault once, the shortest of them; also those that are in the logs only, without
// a path then. What is in `preferred` is taken before others. Of files that cannot be read a line each goes to `notes`.
[[nodiscard]] std::vector<KeptFinding> merge_findings(const MergedSearches& merged,
                                                      const std::filesystem::path& preferred,
                                                      std::vector<std::string>& notes);

[[nodiscard]] std::string to_text(const MergedSearches& merged);
[[nodiscard]] std::string to_json_text(const MergedSearches& merged);

}  // namespace heddle::cli
