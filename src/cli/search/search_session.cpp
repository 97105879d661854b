#include "cli/search/search_session.h"

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

struct LogContent {
  bool explored = false;  // something was
  bool left = false;      // something is
};

LogContent content_of(const fs::path& log) {
  LogContent content;
  const auto scan = scan_log(log, ScanBodies::kSkip, [&content](const LogRecord& record) {
    content.explored = content.explored || record.kind == static_cast<std::uint32_t>(SearchRecord::kCommit) ||
                       record.kind == static_cast<std::uint32_t>(SearchRecord::kState);
    content.left = true;
    if (record.kind == static_cast<std::uint32_t>(LogKind::kEnd)) {
      const auto ending = parse_ending({reinterpret_cast<const char*>(record.body.data()), record.body.size()});
      content.left = !ending || ending->resumable;
    }
    return true;
  });
  return scan ? content : LogContent{};
}

fs::path old_name(const fs::path& log) { return fs::path(log).concat(".old"); }

}  // namespace

LogPlace LogPlace::free_in(const fs::path& folder) {
  int number = 1;
  while (number < kMostLogs && log_is_in_use(log_path(folder, number))) {
    ++number;
  }
  return LogPlace(log_path(folder, number));
}

void LogPlace::make_room() {
  if (std::exchange(is_ours_, true)) {
    return;
  }
  if (const LogContent content = content_of(log_); content.explored && content.left) {
    std::error_code error;
    fs::rename(log_, old_name(log_), error);
    set_aside_ = !error;
  }
}

void LogPlace::give_back() {
  is_ours_ = false;
  if (std::exchange(set_aside_, false)) {
    std::error_code ignored;
    fs::rename(old_name(log_), log_, ignored);
  }
}

SearchSession::SearchSession(const HuntOptions& options, std::optional<CommittedTable> reached, fs::path log)
    : reached_(std::move(reached)),
      strategy_(find_strategy(options.strategy)->make(options.settings)),
      log_(std::move(log), options.exploration.memory),
      search_(*strategy_, log_, options.exploration.executions, reached_ ? &*reached_ : nullptr,
              LimitRange(options.first_limits, options.limits)) {}

SearchSession::Opened SearchSession::make(const HuntOptions& options, const fs::path& log) {
  std::optional<CommittedTable> reached;
  if (traits_of(options).shares_reached) {
    auto table = CommittedTable::create(options.exploration.memory);
    if (!table) {
      return Refusal{kExitInternalError, "internal error: " + table.error()};
    }
    reached.emplace(std::move(*table));
  }
  return std::unique_ptr<SearchSession>(new SearchSession(options, std::move(reached), log));
}

SearchSession::Opened SearchSession::begin(const HuntOptions& options, LogPlace& place, const SearchHeader& header) {
  auto made = make(options, place.log());
  if (auto* session = std::get_if<std::unique_ptr<SearchSession>>(&made)) {
    place.make_room();
    if (const auto created = (*session)->log_.create(to_json_text(header)); !created) {
      place.give_back();
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
  std::optional<fs::path> in_use;
  std::optional<fs::path> finished;
  for (int number = 1; number <= kMostLogs; ++number) {
    fs::path log = log_path(folder, number);
    std::error_code error;
    if (!fs::exists(log, error)) {
      continue;
    }
    if (log_is_in_use(log)) {
      in_use = in_use ? in_use : log;
    } else if (content_of(log).left) {
      return log;
    } else {
      finished = finished ? finished : log;
    }
  }
  if (finished) {
    return *std::move(finished);
  }
  return Refusal{kExitUsage,
                 in_use ? in_use->string() + " is in use: the search is still running"
                        : "there is no search to continue: " + log_path(folder, 1).string() + " does not exist"};
}

}  // namespace heddle::cli
