// The log of a search in the folder of results: what it is, what was committed, what was found (trace/commit_log.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "engine/search.h"
#include "trace/commit_log.h"
#include "trace/expected.h"
#include "trace/segment.h"

namespace heddle::cli {

inline constexpr const char* kSearchLogName = "search.log";
// Below this size a log is not made smaller.
inline constexpr std::uint64_t kSmallLog = std::uint64_t{64} << 20U;

// Kinds of records beside SearchRecord.
enum class LogKind : std::uint32_t {
  kHeader = 1,   // JSON: what is searched, and how (cli/search/search_header.h)
  kFinding = 2,  // see core/finding_codec.h
  kCells = 3,    // the whole point set
  kEnd = 4,      // JSON: why it ended, and what came of it
};

// Nothing: they are none.
[[nodiscard]] std::optional<Finding> to_finding(std::span<const std::byte> bytes);
// Of a point set. Nothing: they are none, or with those there were `before` more than fit.
[[nodiscard]] std::optional<std::vector<segment::Cell>> to_cells(std::span<const std::byte> bytes, std::size_t before);

// How a search ended, as the log has it.
struct SearchEnding {
  std::string word;        // of the summary
  std::string guarantee;   // one sentence
  bool resumable = false;  // something is left
  double seconds = 0;      // of the last session
};
[[nodiscard]] std::string to_json_text(const SearchEnding& ending);
// Nothing where it makes no sense.
[[nodiscard]] std::optional<SearchEnding> parse_ending(std::string_view text);

class SearchLog final : public Journal {
 public:
  // What does not go to disk is kept in memory up to this size; then the search has to wait.
  SearchLog(std::filesystem::path path, std::uint64_t memory, std::uint64_t small_log = kSmallLog)
      : path_(std::move(path)), memory_(memory), small_log_(small_log) {}

  // A new one. Another that is not in use gives way.
  [[nodiscard]] Expected<bool> create(const std::string& header);
  // An existing one: its records go into the search, its cells and findings here.
  [[nodiscard]] Expected<LogScan> resume(Search& search);

  std::uint64_t append(SearchRecord kind, Parts parts) override;
  [[nodiscard]] bool read(std::uint64_t position, std::span<std::byte> to) override;

  void add_finding(const Finding& finding);
  void add_cells(std::span<const segment::Cell> cells, Search& search);
  // The search ends here, for this time.
  void end(const SearchEnding& ending, Search& search);

  // Nothing is worth being kept.
  void discard();

  [[nodiscard]] const std::string& header() const { return header_; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }
  [[nodiscard]] const std::vector<segment::Cell>& cells() const { return cells_; }
  // How the search ended, where it was resumed; empty: it did not.
  [[nodiscard]] const std::string& last_end() const { return end_; }

  // Many times a second: writes what the disk did not take, makes the log smaller where most of it is history.
  void tick(Search& search);
  // The disk takes nothing, and there is no room in memory for more.
  [[nodiscard]] bool is_full() const { return log_ && log_->backlog() > memory_; }
  // Why what was committed is not on disk; empty: it is.
  [[nodiscard]] std::string problem() const { return log_ && log_->backlog() != 0 ? log_->problem() : ""; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t put(CommitLog& log, std::uint32_t kind, std::span<const std::byte> body) const;
  void put_finding(CommitLog& log, const Finding& finding) const;
  [[nodiscard]] bool rewrite(Search& search);

  std::filesystem::path path_;
  std::uint64_t memory_;
  std::uint64_t small_log_;
  std::unique_ptr<CommitLog> log_;
  std::string header_;
  std::string end_;
  std::vector<Finding> findings_;
  std::vector<segment::Cell> cells_;
  std::uint64_t rewrite_at_ = 0;  // size
  std::uint64_t synced_ = 0;      // size
  Clock::time_point next_sync_ = Clock::now() + std::chrono::seconds(1);
};

// The header of a log, without the rest.
[[nodiscard]] Expected<std::string> read_header(const std::filesystem::path& path);

}  // namespace heddle::cli
