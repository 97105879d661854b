// A search with all that belongs to it: its log, its strategy, what it has reached.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "cli/base/messages.h"
#include "cli/options/hunt_options.h"
#include "cli/search/committed_table.h"
#include "cli/search/search_header.h"
#include "cli/search/search_log.h"
#include "engine/search.h"
#include "engine/strategy.h"

namespace heddle::cli {

// Where a hunt has its log, and what becomes of the one that was there before.
class LogPlace {
 public:
  explicit LogPlace(std::filesystem::path log) : log_(std::move(log)) {}
  // The first in the folder that nobody else is using.
  static LogPlace free_in(const std::filesystem::path& folder);

  [[nodiscard]] const std::filesystem::path& log() const { return log_; }
  // Before a log is created. One of an earlier hunt that is not finished is set aside under another name; one of this
  // hunt, which begins anew, is not worth it.
  void make_room();
  // There was nothing worth a log: what was set aside gets its name back.
  void give_back();

 private:
  std::filesystem::path log_;
  bool is_ours_ = false;
  bool set_aside_ = false;
};

class SearchSession {
 public:
  using Opened = std::variant<std::unique_ptr<SearchSession>, Refusal>;
  // A new one, with its log in this place.
  static Opened begin(const HuntOptions& options, LogPlace& place, const SearchHeader& header);
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

// The log of the first search in the folder that is neither running nor finished; of one that is finished where there
// is no other. A Refusal where there is none.
[[nodiscard]] std::variant<std::filesystem::path, Refusal> find_search(const std::filesystem::path& folder);

}  // namespace heddle::cli
