#include "cli/search/search_log.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/target/shared_segment.h"
#include "core/bytes.h"
#include "core/finding_codec.h"
#include "trace/json_file.h"

namespace heddle::cli {
namespace {

constexpr std::chrono::seconds kSyncInterval{5};
// Of what is small, what is hardly worth any trouble.
constexpr std::uint64_t kTiny = 1024;

std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }
std::string as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Where the records of a rewritten log go.
class LogJournal final : public Journal {
 public:
  explicit LogJournal(CommitLog& log) : log_(log) {}
  std::uint64_t append(SearchRecord kind, Parts parts) override {
    return log_.append(static_cast<std::uint32_t>(kind), parts);
  }
  bool read(std::uint64_t position, std::span<std::byte> to) override { return log_.read(position, to); }

 private:
  CommitLog& log_;
};

}  // namespace

std::optional<Finding> to_finding(std::span<const std::byte> bytes) {
  Finding finding;
  const bool is_one = decode(bytes, finding) && bytes.empty() && fits_segment(finding);
  return is_one ? std::optional(std::move(finding)) : std::nullopt;
}

std::optional<std::vector<segment::Cell>> to_cells(std::span<const std::byte> bytes, std::size_t before) {
  if (bytes.size() % sizeof(segment::Cell) != 0 || before > segment::kCellCapacity ||
      bytes.size() / sizeof(segment::Cell) > segment::kCellCapacity - before) {
    return std::nullopt;
  }
  std::vector<segment::Cell> cells;
  ByteReader(bytes).take_all(cells);
  return cells;
}

std::uint64_t SearchLog::put(CommitLog& log, std::uint32_t kind, std::span<const std::byte> body) const {
  const std::array parts{body};
  return log.append(kind, parts);
}

Expected<bool> SearchLog::create(const std::string& header) {
  auto log = CommitLog::create(path_);
  if (!log) {
    return Error{log.error()};
  }
  log_ = std::make_unique<CommitLog>(std::move(*log));
  header_ = header;
  findings_.clear();
  cells_.clear();
  end_.clear();
  put(*log_, static_cast<std::uint32_t>(LogKind::kHeader), as_bytes(header_));
  rewrite_at_ = small_log_;
  return true;
}

Expected<LogScan> SearchLog::resume(Search& search) {
  const auto header = read_header(path_);
  if (!header) {
    return Error{header.error()};  // before anything is cut off
  }
  header_ = *header;
  LogScan scan;
  bool has_header = false;
  auto log = CommitLog::resume(
      path_,
      [&](const LogRecord& record) {
        if (!std::exchange(has_header, true)) {
          return record.kind == static_cast<std::uint32_t>(LogKind::kHeader);
        }
        if (record.kind >= static_cast<std::uint32_t>(SearchRecord::kRound)) {
          const auto kind = static_cast<SearchRecord>(record.kind);
          end_.clear();
          const auto grown = kind == SearchRecord::kGrowth ? to_cells(record.body, cells_.size())
                                                           : std::optional<std::vector<segment::Cell>>(std::in_place);
          if (!grown || !search.replay(kind, record.position, record.body)) {
            return false;
          }
          cells_.insert(cells_.end(), grown->begin(), grown->end());
          return true;
        }
        switch (static_cast<LogKind>(record.kind)) {
          case LogKind::kFinding:
            if (auto finding = to_finding(record.body)) {
              findings_.push_back(std::move(*finding));
              return true;
            }
            return false;
          case LogKind::kCells:
            if (auto cells = to_cells(record.body, 0)) {
              cells_ = std::move(*cells);
              return true;
            }
            return false;
          case LogKind::kEnd:
            end_ = as_text(record.body);
            return parse_ending(end_).has_value();
          default:
            return false;
        }
      },
      scan);
  if (!log) {
    return Error{log.error()};
  }
  log_ = std::make_unique<CommitLog>(std::move(*log));
  rewrite_at_ = std::max(small_log_, log_->size());
  synced_ = log_->size();
  return scan;
}

std::uint64_t SearchLog::append(SearchRecord kind, Parts parts) {
  end_.clear();  // it goes on
  return log_->append(static_cast<std::uint32_t>(kind), parts);
}

bool SearchLog::read(std::uint64_t position, std::span<std::byte> to) { return log_->read(position, to); }

void SearchLog::put_finding(CommitLog& log, const Finding& finding) const {
  std::vector<std::byte> bytes;
  encode(finding, bytes);
  put(log, static_cast<std::uint32_t>(LogKind::kFinding), bytes);
}

void SearchLog::add_finding(const Finding& finding) {
  findings_.push_back(finding);
  put_finding(*log_, finding);
}

void SearchLog::add_cells(std::span<const segment::Cell> cells, Search& search) {
  cells_.insert(cells_.end(), cells.begin(), cells.end());
  search.grow(std::as_bytes(cells));
}

void SearchLog::end(const SearchEnding& ending, Search& search) {
  end_ = to_json_text(ending);
  const bool is_worth_it = log_->size() > small_log_ / kTiny && log_->size() > 2 * search.left_bytes();
  if (!is_worth_it || !rewrite(search)) {
    put(*log_, static_cast<std::uint32_t>(LogKind::kEnd), as_bytes(end_));
  }
  if (log_->flush() && log_->size() > small_log_ / kTiny) {
    (void)log_->sync();
  }
}

void SearchLog::discard() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  log_.reset();
}

void SearchLog::tick(Search& search) {
  (void)log_->flush();
  if (log_->size() >= rewrite_at_ && log_->backlog() == 0) {
    (void)rewrite(search);
  }
  if (const auto now = Clock::now(); now >= next_sync_ && log_->size() != synced_) {
    next_sync_ = now + kSyncInterval;
    synced_ = log_->size();
    (void)log_->sync();
  }
}

// As the log would be if nothing had ever been done twice. False: it is as it was.
bool SearchLog::rewrite(Search& search) {
  bool done = false;
  if (auto fresh = log_->begin_rewrite()) {
    put(*fresh, static_cast<std::uint32_t>(LogKind::kHeader), as_bytes(header_));
    put(*fresh, static_cast<std::uint32_t>(LogKind::kCells), std::as_bytes(std::span(cells_)));
    for (const Finding& finding : findings_) {
      put_finding(*fresh, finding);
    }
    LogJournal journal(*fresh);
    const bool copied = search.rewrite(journal);
    if (!end_.empty()) {
      put(*fresh, static_cast<std::uint32_t>(LogKind::kEnd), as_bytes(end_));
    }
    done = copied && fresh->backlog() == 0 && log_->adopt(std::move(*fresh));
    if (done) {
      search.moved();
    }
  }
  rewrite_at_ = std::max(small_log_, log_->size() * 4);
  return done;
}

std::string to_json_text(const SearchEnding& ending) {
  const nlohmann::json value{{"end", ending.word},
                             {"guarantee", ending.guarantee},
                             {"resumable", ending.resumable},
                             {"seconds", ending.seconds}};
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<SearchEnding> parse_ending(std::string_view text) {
  if (!json_file::is_shallow(text)) {
    return std::nullopt;
  }
  constexpr double kLongest = 1e12;  // seconds
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  try {
    SearchEnding ending;
    value.at("end").get_to(ending.word);
    value.at("guarantee").get_to(ending.guarantee);
    value.at("resumable").get_to(ending.resumable);
    value.at("seconds").get_to(ending.seconds);
    return ending.seconds >= 0 && ending.seconds <= kLongest ? std::optional(ending) : std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

Expected<std::string> read_header(const std::filesystem::path& path) {
  std::optional<std::string> header;
  const auto scan = scan_log(path, ScanBodies::kSkip, [&header](const LogRecord& record) {
    if (header || record.kind != static_cast<std::uint32_t>(LogKind::kHeader)) {
      return false;
    }
    header = as_text(record.body);
    return true;
  });
  if (!scan) {
    return Error{scan.error()};
  }
  if (!header) {
    return Error{path.string() + " has lost its beginning" + (scan->damage.empty() ? "" : ": " + scan->damage)};
  }
  return *header;
}

}  // namespace heddle::cli
