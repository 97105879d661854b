#include "cli/stored/stored_search.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>
#include <variant>

#include "cli/base/text.h"
#include "cli/search/committed_table.h"
#include "strategies/numbered.h"
#include "strategies/registry.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// A record that is being written is whole a moment later; damage stays.
constexpr int kLooks = 5;
constexpr std::chrono::milliseconds kMoment{20};

// Nothing is explored, so nothing is read or written.
class NoJournal final : public Journal {
 public:
  std::uint64_t append(SearchRecord /*kind*/, Parts /*parts*/) override { return 0; }
  bool read(std::uint64_t /*position*/, std::span<std::byte> /*to*/) override { return false; }
};

// "search.log", "search-2.log".
bool is_log_name(const std::string& name) {
  constexpr std::string_view kBegin = "search-";
  constexpr std::string_view kEnd = ".log";
  if (name == kSearchLogName) {
    return true;
  }
  if (!name.starts_with(kBegin) || !name.ends_with(kEnd) || name.size() <= kBegin.size() + kEnd.size()) {
    return false;
  }
  const auto digits = std::string_view(name).substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
  return digits.find_first_not_of("0123456789") == std::string_view::npos;
}

void add_logs_in(const fs::path& folder, int depth, std::vector<fs::path>& logs) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && depth > 0) {
      add_logs_in(entry->path(), depth - 1, logs);
    } else if (entry->is_regular_file(ignored) && is_log_name(entry->path().filename().string())) {
      logs.push_back(entry->path());
    }
  }
}

// Who has the lock of the file, as far as the kernel tells: the process that began a search need not be the one that
// goes on with it.
std::optional<pid_t> writer_of(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return std::nullopt;
  }
  const std::string inode = ":" + std::to_string(status.st_ino);
  std::ifstream locks("/proc/locks");
  std::string line;
  while (std::getline(locks, line)) {
    std::istringstream words(line);
    std::string number;
    std::string kind;
    std::string sort;
    std::string access;
    std::string file;
    pid_t process = 0;
    if (words >> number >> kind >> sort >> access >> process >> file && kind == "FLOCK" && access == "WRITE" &&
        process > 0 && file.ends_with(inode)) {
      return process;
    }
  }
  return std::nullopt;
}

// Puts the records of a log together.
class Reader {
 public:
  Reader(const HuntOptions& options, CommittedTable* reached)
      : strategy_(find_strategy(options.strategy)->make(options.settings)),
        search_(*strategy_, journal_, options.exploration.executions, reached) {}

  [[nodiscard]] bool take(const LogRecord& record) {
    if (!std::exchange(has_header_, true)) {
      return record.kind == static_cast<std::uint32_t>(LogKind::kHeader);
    }
    if (record.kind >= static_cast<std::uint32_t>(SearchRecord::kRound)) {
      const auto kind = static_cast<SearchRecord>(record.kind);
      const bool fits = kind != SearchRecord::kGrowth || take_cells(record.body, cells_);
      ending.reset();  // somebody went on
      return fits && search_.replay(kind, record.position, record.body);
    }
    switch (static_cast<LogKind>(record.kind)) {
      case LogKind::kHeader:
        return false;
      case LogKind::kCells:
        return take_cells(record.body, 0);
      case LogKind::kFinding:
        if (auto finding = to_finding(record.body)) {
          findings.push_back(std::move(*finding));
          return true;
        }
        return false;
      case LogKind::kEnd:
        ending = parse_ending({reinterpret_cast<const char*>(record.body.data()), record.body.size()});
        return ending.has_value();
    }
    return false;
  }

  std::vector<Finding> findings;
  std::optional<SearchEnding> ending;
  [[nodiscard]] const Search& search() const { return search_; }
  [[nodiscard]] Coverage coverage() const { return strategy_->coverage(search_.totals()); }

 private:
  bool take_cells(std::span<const std::byte> bytes, std::size_t before) {
    const auto cells = to_cells(bytes, before);
    cells_ = before + (cells ? cells->size() : 0);
    return cells.has_value();
  }

  NoJournal journal_;
  std::unique_ptr<Strategy> strategy_;
  Search search_;
  std::size_t cells_ = 0;
  bool has_header_ = false;
};

// What the search came to so far, in the words of a hunt.
HuntSummary summary_of(const StoredSearch& search, const Coverage& coverage) {
  Supervised supervised;
  supervised.reset = search.header.adaptation.reset;
  HuntSummary summary = summarise(search.options, supervised, search.totals, coverage);
  summary.program = fs::path(search.header.program).filename().string();
  if (search.ending) {
    summary.seconds = search.ending->seconds;
  }
  return summary;
}

Expected<LogScan> fold(StoredSearch& search) {
  std::optional<CommittedTable> reached;
  if (traits_of(search.options).shares_reached) {
    auto table = CommittedTable::create(search.options.exploration.memory);
    if (!table) {
      return Error{table.error()};
    }
    reached.emplace(std::move(*table));
  }
  Reader reader(search.options, reached ? &*reached : nullptr);
  auto scan = scan_log(search.log, ScanBodies::kVerify, [&](const LogRecord& record) { return reader.take(record); });
  if (scan) {
    search.totals = reader.search().totals();
    search.left = reader.search().left();
    search.findings = std::move(reader.findings);
    search.ending = std::move(reader.ending);
    search.summary = summary_of(search, reader.coverage());
  }
  return scan;
}

}  // namespace

std::optional<std::uint32_t> StoredSearch::bound() const {
  const RoundTotals* last = totals.last();
  return last == nullptr || bound_text(options, last->bound).empty() ? std::nullopt : std::optional(last->bound);
}

std::string StoredSearch::command() const {
  std::string text = shell_quoted(header.program);
  for (const std::string& argument : header.arguments) {
    text += " " + shell_quoted(argument);
  }
  return text;
}

Expected<std::vector<fs::path>> find_searches(const fs::path& place) {
  std::vector<fs::path> logs;
  std::error_code error;
  const fs::file_status status = fs::status(place, error);
  if (!fs::exists(status)) {
    return Error{place.string() + " does not exist: no search was started there"};
  }
  if (!fs::is_directory(status)) {
    logs.push_back(place);
    return logs;
  }
  if (fs::directory_iterator(place, error); error) {
    return Error{"cannot read the folder " + place.string() + ": " + error.message()};
  }
  add_logs_in(place, 1, logs);
  if (logs.empty()) {
    return Error{"there is no search in " + place.string()};
  }
  std::ranges::sort(logs);
  return logs;
}

Expected<HuntOptions> options_of(const SearchHeader& header, const fs::path& log) {
  const Error unknown{log.string() + " names options that this heddle does not have"};
  // No program, no "--help": nothing but options that have a say in what is searched.
  const auto is_option = [](const std::string& word) {
    return word.starts_with("--") && word.size() > 2 && word != "--help" && word.find('\0') == std::string::npos;
  };
  constexpr std::size_t kMostOptions = 1000;
  if (header.options.size() > kMostOptions || !std::ranges::all_of(header.options, is_option)) {
    return unknown;
  }
  std::vector<std::string> words = header.options;
  words.insert(words.end(), {"--", header.program});
  std::vector<char*> pointers;
  std::ranges::transform(words, std::back_inserter(pointers), [](std::string& word) { return word.data(); });
  std::string wrong;  // nobody gave them just now: it is the log that is no good
  auto options = parse_hunt_options(pointers, &wrong);
  if (std::holds_alternative<ExitCode>(options)) {
    return unknown;
  }
  auto& parsed = std::get<HuntOptions>(options);
  if (!std::ranges::is_permutation(parsed.defining, header.options) || parsed.strategy != header.strategy ||
      shard_of(parsed.settings).index != header.shard || shard_of(parsed.settings).count != header.shards) {
    return Error{log.string() + " contradicts itself: its options are not those of its search"};
  }
  parsed.arguments = header.arguments;
  return std::move(parsed);
}

Expected<StoredSearch> read_search(const fs::path& log) {
  StoredSearch search;
  search.log = log;
  const auto text = read_header(log);
  auto header = text ? parse_header(*text, log.string()) : Expected<SearchHeader>(Error{text.error()});
  if (!header) {
    return Error{header.error()};
  }
  search.header = std::move(*header);
  auto options = options_of(search.header, log);
  if (!options) {
    return Error{options.error()};
  }
  search.options = std::move(*options);
  for (int look = 0;; ++look) {
    search.running = log_is_in_use(log);
    const auto scan = fold(search);
    if (!scan) {
      return Error{scan.error()};
    }
    search.damage = scan->damaged ? scan->damage : "";
    if (!scan->damaged || !search.running || look == kLooks) {
      break;
    }
    std::this_thread::sleep_for(kMoment);
  }
  search.process = search.running ? writer_of(log) : std::nullopt;
  struct stat status{};
  if (::stat(log.c_str(), &status) == 0) {
    search.written = status.st_mtime;
    search.bytes = static_cast<std::uint64_t>(status.st_size);
  }
  return search;
}

}  // namespace heddle::cli
