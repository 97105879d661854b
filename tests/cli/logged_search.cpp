#include "logged_search.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "cli/stored/stored_search.h"
#include "detectors/registry.h"
#include "engine/chunks.h"
#include "engine/explorer.h"
#include "engine/search.h"
#include "sim/executor.h"
#include "strategies/numbered.h"
#include "strategies/registry.h"

namespace heddle::test {
namespace {

constexpr std::uint64_t kLease = 7;  // executions: several commits also where the program is small

class Findings final : public Host {
 public:
  explicit Findings(cli::SearchLog& log) : log_(log) {}
  bool goes_on(const Tally& /*tally*/, const Frontier& /*frontier*/) override { return true; }
  bool found(const Finding& finding) override {
    Finding logged = finding;
    logged.witness.message = "an assertion of the script";
    log_.add_finding(logged);
    return true;
  }

 private:
  cli::SearchLog& log_;
};

cli::SearchHeader with_options(cli::SearchHeader header, std::vector<std::string> options) {
  header.program = header.program.empty() ? "./script" : header.program;
  header.strategy = header.strategy.empty() ? strategies().front().name : header.strategy;
  header.build_id = header.build_id.empty() ? "0123456789abcdef" : header.build_id;
  for (const std::string& option : options) {
    constexpr std::string_view kStrategy = "--strategy=";
    constexpr std::string_view kShard = "--shard=";
    header.strategy = option.starts_with(kStrategy) ? option.substr(kStrategy.size()) : header.strategy;
    if (option.starts_with(kShard)) {
      const Shard shard = *parse_shard(std::string_view(option).substr(kShard.size()));
      header.shard = shard.index;
      header.shards = shard.count;
    }
  }
  header.options = std::move(options);
  return header;
}

}  // namespace

struct LoggedSearch::State {
  State(const std::filesystem::path& path, const sim::Program& program, const cli::SearchHeader& header)
      : options(*cli::options_of(header, path)),
        strategy(find_strategy(options.strategy)->make(options.settings)),
        log(path, options.exploration.memory),
        search(*strategy, log, kUnlimited),
        executor(program),
        detectors(make_judges({})),
        host(log) {
    (void)log.create(to_json_text(header));
    for (const std::unique_ptr<Judge>& detector : detectors) {
      watching.push_back(detector.get());
    }
  }

  cli::HuntOptions options;
  std::unique_ptr<Strategy> strategy;
  cli::SearchLog log;
  Search search;
  sim::ScriptedExecutor executor;
  std::vector<std::unique_ptr<Judge>> detectors;
  std::vector<Judge*> watching;
  Findings host;
};

LoggedSearch::LoggedSearch(const std::filesystem::path& log, const sim::Program& program,
                           std::vector<std::string> options, cli::SearchHeader header) {
  std::filesystem::create_directories(log.parent_path());
  state_ = std::make_unique<State>(log, program, with_options(std::move(header), std::move(options)));
}

LoggedSearch::~LoggedSearch() = default;

void LoggedSearch::explore(std::uint64_t executions) {
  State& state = *state_;
  Frontier frontier;
  Explorer explorer(state.executor, *state.strategy, state.watching, frontier, state.host,
                    {.all = true, .tolerate = false, .check_repeats = false});
  const std::uint64_t last = state.search.made() + executions;
  while (state.search.made() < last) {
    auto lease = state.search.next();
    if (!lease) {
      return;
    }
    lease->terms.executions = std::min(kLease, last - state.search.made());
    frontier.begin(lease->terms);
    (void)read_chunks(lease->heads, lease->bytes, frontier);
    const LeaseEnd end = explorer.explore(lease->terms);
    std::vector<ChunkHead> heads;
    std::vector<std::byte> bytes;
    write_chunks(frontier, 1, heads, bytes);
    (void)state.search.commit(
        lease->terms.number,
        {.end = end, .varied = false, .tally = explorer.tally(), .reached = {}, .left = heads, .left_bytes = bytes});
  }
}

void LoggedSearch::end(const std::string& word) {
  State& state = *state_;
  const Coverage coverage = state.strategy->coverage(state.search.totals());
  state.log.end({.word = word, .guarantee = coverage.guarantee, .resumable = !state.search.finished(), .seconds = 1},
                state.search);
}

const Totals& LoggedSearch::totals() const { return state_->search.totals(); }
std::uint64_t LoggedSearch::left() const { return state_->search.left(); }
std::string LoggedSearch::guarantee() const { return state_->strategy->coverage(totals()).guarantee; }
const std::vector<Finding>& LoggedSearch::findings() const { return state_->log.findings(); }

}  // namespace heddle::test
