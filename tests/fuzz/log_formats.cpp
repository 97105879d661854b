// The logs of searches, and the headers that they begin with.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

#include "cli/records/hunt_summary.h"
#include "cli/search/search_header.h"
#include "cli/search/search_log.h"
#include "cli/search/supervisor.h"
#include "cli/stored/merged_searches.h"
#include "cli/stored/stored_search.h"
#include "engine/chunks.h"
#include "engine/estimate.h"
#include "engine/search.h"
#include "format.h"
#include "strategies/registry.h"
#include "trace/commit_log_format.h"

namespace heddle::fuzz {
namespace {

using commit_log_format::FileHeader;
using commit_log_format::RecordHeader;

// An input begins with a letter that says which strategy the log is of.
constexpr std::array<const char*, 4> kStrategies = {"cb", "dfs", "random", "wp"};

const char* strategy_of(const std::string& input) {
  const auto first = input.empty() ? 0U : static_cast<unsigned char>(input[0]);
  return kStrategies[first % kStrategies.size()];
}

cli::SearchHeader header_of(const std::string& strategy) {
  cli::SearchHeader header;
  header.program = "./bank";
  header.arguments = {"-n", "\xff"};
  header.build_id = "0123456789abcdef";
  header.strategy = strategy;
  header.options = {"--strategy=" + strategy};
  header.started = 1'700'000'000;
  return header;
}

// Parsing them takes longer than reading a log.
const cli::HuntOptions& options_of(const std::string& strategy) {
  static std::map<std::string, cli::HuntOptions> all;
  const auto [entry, is_new] = all.try_emplace(strategy);
  if (is_new) {
    entry->second = *cli::options_of(header_of(strategy), "it");
  }
  return entry->second;
}

// A search and its log, as the command line has them.
struct Running {
  Running(const std::filesystem::path& path, const cli::HuntOptions& options, std::uint64_t small_log = cli::kSmallLog)
      : strategy(find_strategy(options.strategy)->make(options.settings)),
        log(path, std::uint64_t{1} << 20U, small_log),
        search(*strategy, log, kUnlimited) {}
  std::unique_ptr<Strategy> strategy;
  cli::SearchLog log;
  Search search;
};

// The first of a lease is made, and leaves two like it.
bool work(Running& running) {
  const auto lease = running.search.next();
  if (!lease) {
    return false;
  }
  Frontier frontier;
  frontier.begin(lease->terms);
  require(read_chunks(lease->heads, lease->bytes, frontier), "what is handed out can be read");
  Target target;
  if (frontier.take(target)) {
    Target other;
    if (halve(target, other)) {
      frontier.add(other);
    }
    target.path.push_back({.point = target.path.empty() ? 1 : target.path.back().point + 1, .take = {}});
    frontier.add(target);
  }
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  write_chunks(frontier, 1, heads, bytes);
  require(running.search.commit(
              lease->terms.number,
              {.tally = {.executions = 1, .steps = 9}, .reached = {}, .left = heads, .left_bytes = bytes}),
          "a commit that makes sense is taken");
  return true;
}

Finding finding_example() {
  Finding finding;
  finding.fault.kind = FindingKind::kDataRace;
  finding.fault.signature = 7;
  finding.fault.last() = {.thread = ThreadId{1}, .operation = {.kind = OperationKind::kWrite, .address = 64}};
  finding.fault.add({.thread = ThreadId{2}, .operation = {.address = 64}});
  finding.witness.message = "x == 2";
  finding.witness.outcome.kind = OutcomeKind::kDetected;
  finding.witness.schedule = {{.point = 2, .take = {.thread = ThreadId{1}}},
                              {.point = 5, .take = {.thread = ThreadId{2}}}};
  finding.witness.cells = {{.object = 1, .bytes = 15}};
  finding.origin.strategy = "cb";
  return finding;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string made_log(const std::filesystem::path& folder, const char* strategy, int leases, bool grows) {
  const std::filesystem::path path = folder / strategy;
  {
    Running running(path, options_of(strategy));
    require(running.log.create(to_json_text(header_of(strategy))).has_value(), "a log can be made");
    for (int lease = 0; lease < leases && work(running); ++lease) {
      if (grows && lease == leases / 2) {
        running.log.add_cells(std::array{segment::Cell{.object = 5, .bytes = 255}}, running.search);
      }
    }
    running.log.add_finding(finding_example());
    running.log.end({.word = "time", .guarantee = "no guarantee", .resumable = true, .seconds = 2}, running.search);
  }
  return content_of(path);
}

// As it is when history has been left out of it.
std::string rewritten_log(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "rewritten";
  {
    Running running(path, options_of("cb"), /*small_log=*/1);
    require(running.log.create(to_json_text(header_of("cb"))).has_value(), "a log can be made");
    for (int lease = 0; lease < 9 && work(running); ++lease) {
      running.log.tick(running.search);
    }
  }
  return content_of(path);
}

std::vector<std::string> made_logs() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-fuzz-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  std::vector<std::string> all;
  for (std::size_t letter = 0; letter < kStrategies.size(); ++letter) {
    all.push_back(static_cast<char>(letter) + made_log(folder, kStrategies[letter], 5, letter % 2 == 0));
  }
  all.push_back(std::string(1, '\0') + rewritten_log(folder));
  std::filesystem::remove_all(folder);
  return all;
}

std::vector<std::string> logs() {
  static const std::vector<std::string> all = made_logs();
  return all;
}

constexpr std::size_t kBegin = 1 + sizeof(FileHeader);

template <typename Value>
std::string text_of(const Value& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// Whatever the bytes are: every header says how much of what follows is its own.
std::vector<Record> records_of(const std::string& input) {
  std::vector<Record> records;
  for (std::size_t at = kBegin; at + sizeof(RecordHeader) <= input.size();) {
    RecordHeader header;
    std::memcpy(&header, input.data() + at, sizeof header);
    Record& record = records.emplace_back();
    record.header = input.substr(at, sizeof header);
    at += sizeof header;
    record.body = input.substr(at, header.size);
    at += record.body.size() + commit_log_format::padding_after(record.body.size());
  }
  return records;
}

std::string joined(const std::string& input, const std::vector<Record>& records) {
  std::string text = input.substr(0, 1) + text_of(commit_log_format::file_header());
  std::uint64_t number = 0;
  for (const Record& record : records) {
    RecordHeader header;
    std::memcpy(&header, record.header.data(), std::min(sizeof header, record.header.size()));
    header.magic = commit_log_format::kRecordMagic;
    header.sequence = number++;
    header.size = record.body.size();
    header.body_checksum = checksum(std::as_bytes(std::span(record.body)));
    header.header_checksum = checksum_of(header);
    text += text_of(header) + record.body + std::string(commit_log_format::padding_after(header.size), '\0');
  }
  return text;
}

std::string mutated_log(const std::string& input, Rng& rng) {
  return joined(input, mutated_records(records_of(input), rng));
}
std::string whole_log(const std::string& input) { return joined(input, records_of(input)); }

// What status and merge say of it.
void tell(const Running& running, const cli::HuntOptions& options, const std::string& strategy) {
  const Totals& totals = running.search.totals();
  cli::StoredSearch stored;
  stored.log = "it";
  stored.header = header_of(strategy);
  stored.options = options;
  stored.totals = totals;
  stored.left = running.search.left();
  stored.findings = running.log.findings();
  stored.ending = cli::parse_ending(running.log.last_end());
  stored.summary = summarise(options, {}, totals, running.strategy->coverage(totals));
  (void)to_text(stored.summary);
  (void)estimate_left(totals, {}, stored.left);
  const auto merged = cli::merge_searches({stored, stored});
  (void)to_text(merged);
  (void)to_json_text(merged);
}

bool read_log(const std::string& input) {
  const std::string strategy = strategy_of(input);
  const cli::HuntOptions& options = options_of(strategy);
  const MemoryFile file(std::string_view(input).substr(std::min<std::size_t>(input.size(), 1)));
  std::uint64_t made = 0;
  std::uint64_t left = 0;
  bool is_whole = false;
  {
    Running running(file.path(), options);
    const auto scan = running.log.resume(running.search);
    if (!scan) {
      require_line(scan.error());
      return false;
    }
    is_whole = !scan->damaged;
    if (!is_whole) {
      require_line(scan->damage);
    }
    tell(running, options, strategy);
    for (int lease = 0; lease < 8 && work(running); ++lease) {
    }
    made = running.search.totals().made();
    left = running.search.left();
  }
  Running again(file.path(), options);
  const auto scan = again.log.resume(again.search);
  require(scan && !scan->damaged, "a log that was gone on with is whole");
  require(again.search.totals().made() == made && again.search.left() == left,
          "a log that is read again says the same");
  return is_whole;
}

// --- Headers.

std::vector<std::string> headers() {
  cli::SearchHeader shard = header_of("random");
  shard.options.emplace_back("--shard=2/3");
  shard.shard = 1;
  shard.shards = 3;
  return {to_json_text(header_of("cb")), to_json_text(shard)};
}

std::string as_it_is(const std::string& input) { return input; }

bool read_search_header(const std::string& input) {
  const auto header = cli::parse_header(input, "it");
  if (!header) {
    require_line(header.error());
    return false;
  }
  const auto again = cli::parse_header(to_json_text(*header), "it");
  require(again && to_json_text(*again) == to_json_text(*header), "a header that was read can be written and read");
  const auto options = cli::options_of(*header, "it");
  if (!options) {
    require_line(options.error());
  }
  return options.has_value();
}

}  // namespace

const Format kLogs{.name = "log", .seeds = &logs, .mutated = &mutated_log, .made_whole = &whole_log, .read = &read_log};
const Format kHeaders{.name = "header",
                      .seeds = &headers,
                      .mutated = &mutated_json,
                      .made_whole = &as_it_is,
                      .read = &read_search_header};

}  // namespace heddle::fuzz
