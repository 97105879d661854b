#include "cli/search_session.h"

#include <system_error>
#include <utility>

#include "strategies/registry.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLogs = 100;  // of searches at the same time

fs::path log_path(const fs::path& folder, int number) {
  return folder / (number == 1 ? std::string(kSearchLogName) : "search-" + std::to_string(number) + ".log");
}

// Something was explored, and something is left.
bool is_unfinished(const fs::path& log) {
  bool commits = false;
  bool resumable = true;
  const auto scan = scan_log(log, ScanBodies::kSkip, [&](const LogRecord& record) {
    commits = commits || record.kind == static_cast<std::uint32_t>(SearchRecord::kCommit) ||
              record.kind == static_cast<std::uint32_t>(SearchRecord::kState);
    if (record.kind == static_cast<std::uint32_t>(LogKind::kEnd)) {
      const auto ending = parse_ending({reinterpret_cast<const char*>(record.body.data()), record.body.size()});
      resumable = !ending || ending->resumable;
    } else {
      resumable = true;
    }
    return true;
  });
  return scan && commits && resumable;
}

}  // namespace

SearchSession::SearchSession(const HuntOptions& options, std::optional<CommittedTable> reached, fs::path log)
    : reached_(std::move(reached)),
      strategy_(find_strategy(options.strategy)->make(options.exploration)),
      log_(std::move(log), options.exploration.memory),
      search_(*strategy_, log_, options.exploration.executions, reached_ ? &*reached_ : nullptr) {}

SearchSession::Opened SearchSession::make(const HuntOptions& options, const fs::path& log) {
  std::optional<CommittedTable> reached;
  if (options.exploration.prune != 0) {
    auto table = CommittedTable::create(options.exploration.memory);
    if (!table) {
      return Refusal{kExitInternalError, "internal error: " + table.error()};
    }
    reached.emplace(std::move(*table));
  }
  return std::unique_ptr<SearchSession>(new SearchSession(options, std::move(reached), log));
}

SearchSession::Opened SearchSession::begin(const HuntOptions& options, const fs::path& folder,
                                           const SearchHeader& header) {
  int number = 1;
  while (number < kMostLogs && log_is_in_use(log_path(folder, number))) {
    ++number;
  }
  const fs::path log = log_path(folder, number);
  if (is_unfinished(log)) {
    std::error_code ignored;
    fs::rename(log, fs::path(log).concat(".old"), ignored);
  }
  auto made = make(options, log);
  if (auto* session = std::get_if<std::unique_ptr<SearchSession>>(&made)) {
    if (const auto created = (*session)->log_.create(to_json_text(header)); !created) {
      return Refusal{kExitUsage, created.error()};
    }
  }
  return made;
}

SearchSession::Opened SearchSession::resume(const HuntOptions& options, const fs::path& log) {
  auto made = make(options, log);
  if (auto* session = std::get_if<std::unique_ptr<SearchSession>>(&made)) {
    const auto scan = (*session)->log_.resume((*session)->search_);
    if (!scan) {
      return Refusal{kExitUsage, scan.error()};
    }
    (*session)->made_before_ = (*session)->search_.totals().made();
    (*session)->damage_ = scan->damaged ? scan->damage : "";
  }
  return made;
}

std::variant<fs::path, Refusal> find_search(const fs::path& folder) {
  const fs::path log = log_path(folder, 1);
  std::error_code error;
  if (!fs::exists(log, error)) {
    return Refusal{kExitUsage, "there is no search to go on with: " + log.string() + " does not exist"};
  }
  if (log_is_in_use(log)) {
    return Refusal{kExitUsage, log.string() + " is in use: the search is still running"};
  }
  return log;
}

}  // namespace heddle::cli
