// Searches as their logs tell of them, read by another process than the one that searches: for `heddle status` and
// `heddle merge`.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/hunt_options.h"
#include "cli/records/hunt_summary.h"
#include "cli/search/search_header.h"
#include "cli/search/search_log.h"
#include "engine/search.h"
#include "engine/totals.h"
#include "trace/expected.h"

namespace heddle::cli {

struct StoredSearch {
  std::filesystem::path log;
  SearchHeader header;
  HuntOptions options;  // it was begun with
  Totals totals;
  HuntSummary summary;     // what it came to so far, without findings
  std::uint64_t left = 0;  // executions, at least
  std::vector<Finding> findings;
  std::optional<SearchEnding> ending;  // of the last session; nothing: it did not end, see `running`
  bool running = false;
  std::optional<pid_t> process;  // that writes the log
  std::string damage;            // one line; empty: none
  std::int64_t written = 0;      // seconds since 1970: the last record
  std::uint64_t bytes = 0;       // of the log

  // Nothing is left to be explored.
  [[nodiscard]] bool finished() const { return ending && !ending->resumable; }
  // The bound that is being explored; nothing where there is none.
  [[nodiscard]] std::optional<std::uint32_t> bound() const;
  // "program -x arguments", as a shell takes it.
  [[nodiscard]] std::string command() const;
};

// The logs of searches in a file, a folder, and the folders in it, sorted. An error where there is none.
[[nodiscard]] Expected<std::vector<std::filesystem::path>> find_searches(const std::filesystem::path& place);

// Good for a log that is being written, too.
[[nodiscard]] Expected<StoredSearch> read_search(const std::filesystem::path& log);

// The options that a search was begun with. An error names the log.
[[nodiscard]] Expected<HuntOptions> options_of(const SearchHeader& header, const std::filesystem::path& log);

}  // namespace heddle::cli
