// A search with all that belongs to it: its log, its strategy, what it has reached.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "cli/committed_table.h"
#include "cli/hunt_options.h"
#include "cli/messages.h"
#include "cli/search_header.h"
#include "cli/search_log.h"
#include "engine/search.h"
#include "engine/strategy.h"

namespace heddle::cli {

class SearchSession {
 public:
  using Opened = std::variant<std::unique_ptr<SearchSession>, Refusal>;
  // A new one, with its log in the folder. An unfinished one that is there is kept under another name; where the log is
  // in use by somebody else there is one more.
  static Opened begin(const HuntOptions& options, const std::filesystem::path& folder, const SearchHeader& header);
  // The one whose log this is. What is damaged of it is done again.
  static Opened resume(const HuntOptions& options, const std::filesystem::path& log);

  SearchSession(const SearchSession&) = delete;
  SearchSession& operator=(const SearchSession&) = delete;

  [[nodiscard]] const Strategy& strategy() const { return *strategy_; }
  [[nodiscard]] Search& search() { return search_; }
  [[nodiscard]] SearchLog& log() { return log_; }
  // nullptr: it does not prune.
  [[nodiscard]] CommittedTable* reached() { return reached_ ? &*reached_ : nullptr; }
  // Executions made in earlier sessions.
  [[nodiscard]] std::uint64_t made_before() const { return made_before_; }
  // What was found damaged in the log; empty: nothing.
  [[nodiscard]] const std::string& damage() const { return damage_; }

 private:
  SearchSession(const HuntOptions& options, std::optional<CommittedTable> reached, std::filesystem::path log);
  static std::variant<std::unique_ptr<SearchSession>, Refusal> make(const HuntOptions& options,
                                                                    const std::filesystem::path& log);

  std::optional<CommittedTable> reached_;
  std::unique_ptr<Strategy> strategy_;
  SearchLog log_;
  Search search_;
  std::uint64_t made_before_ = 0;
  std::string damage_;
};

// The log of a search that can be gone on with. A Refusal where there is none.
[[nodiscard]] std::variant<std::filesystem::path, Refusal> find_search(const std::filesystem::path& folder);

}  // namespace heddle::cli
