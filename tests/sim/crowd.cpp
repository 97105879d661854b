#include "sim/crowd.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "engine/chunks.h"
#include "sim/executor.h"

namespace heddle::sim {

// --- What is kept.

std::uint64_t KeptJournal::append(SearchRecord kind, Parts parts) {
  constexpr std::uint64_t kGap = 24;
  const std::uint64_t end = records.empty() ? 0 : records.back().position + records.back().body.size();
  Record& record = records.emplace_back(Record{.kind = kind, .position = end + kGap, .body = {}});
  for (const std::span<const std::byte> part : parts) {
    record.body.insert(record.body.end(), part.begin(), part.end());
  }
  return record.position;
}

bool KeptJournal::read(std::uint64_t position, std::span<std::byte> to) {
  const auto after = std::ranges::upper_bound(records, position, {}, &Record::position);
  if (after == records.begin()) {
    return false;
  }
  const Record& record = *std::prev(after);
  const std::uint64_t at = position - record.position;
  if (at > record.body.size() || to.size() > record.body.size() - at) {
    return false;
  }
  std::ranges::copy(std::span(record.body).subspan(at, to.size()), to.begin());
  return true;
}

void KeptReached::clear() {
  entries_.clear();
  std::ranges::fill(*region_, 0);
}

bool KeptReached::insert(const ReachedEntry& entry) {
  const auto [known, is_new] = entries_.try_emplace(entry.hash, Known{entry.cost, entry.complete});
  if (!is_new && known->second.cost <= entry.cost) {
    return false;
  }
  known->second.cost = entry.cost;
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kLevel) - 1;
  if (entries_.size() > kMask * 3 / 4) {
    throw std::length_error("a program too large for this table");
  }
  std::uint64_t place = mix(entry.hash) & kMask;
  while (table(kLevel)[place].hash != 0 && table(kLevel)[place].hash != entry.hash) {
    place = (place + 1) & kMask;
  }
  table(kLevel)[place].cost = entry.cost;
  table(kLevel)[place].complete = entry.complete;
  table(kLevel)[place].hash = entry.hash;
  level_word() = kLevel;
  return true;
}

void KeptReached::for_each(void (*visit)(void* context, const ReachedEntry& entry), void* context) const {
  for (const auto& [hash, known] : entries_) {
    visit(context, {.hash = hash, .cost = known.cost, .complete = known.complete});
  }
}

// --- Workers.

namespace {

class OneVersion final : public VersionedExecutor {
 public:
  explicit OneVersion(const Program& program) : executor_(program) {}
  Outcome execute(Controller& controller) override { return executor_.execute(controller); }
  void set_points(std::uint32_t /*version*/) override {}

 private:
  ScriptedExecutor executor_;
};

}  // namespace

Subject subject(const Program& program, std::function<std::unique_ptr<Strategy>()> make_strategy, bool prune) {
  return {.make_strategy = std::move(make_strategy),
          .make_executor = [&program] { return std::make_unique<OneVersion>(program); },
          .prune = prune};
}

// Explores a lease at once; others commit before and behind that.
class Crowd::Worker final : public Host {
 public:
  Worker(const Subject& subject, const CommittedReached& reached)
      : strategy_(subject.make_strategy()),
        executor_(subject.make_executor()),
        frontier_(kUnlimited, subject.prune ? &reached : nullptr),
        explorer_(*executor_, *strategy_, judges_, frontier_, *this,
                  {.all = true, .tolerate = false, .check_repeats = false}) {}

  void explore(std::uint64_t executions) {
    most_ = executions;
    within_ = 0;
    made_.clear();
    diary_.ended = false;
    executor_->set_points(lease_->terms.points);
    frontier_.begin(lease_->terms);
    if (!read_chunks(lease_->heads, lease_->bytes, frontier_)) {
      throw std::runtime_error("a lease makes no sense");
    }
    end_ = explorer_.explore(lease_->terms);
    note(explorer_.tally());
  }

  bool goes_on(const Tally& tally, const Frontier& /*frontier*/) override {
    note(tally);
    return tally.made() < most_;
  }
  bool found(const Finding& /*finding*/) override { return true; }

  // Of the lease explored, until the next.
  bool commit(Search& search, std::size_t pieces) {
    std::vector<ChunkHead> heads;
    std::vector<std::byte> bytes;
    if (end_ != LeaseEnd::kGrown) {
      write_chunks(frontier_, pieces, heads, bytes);
    }
    std::vector<ReachedEntry> reached;
    frontier_.reached().for_each([&reached](const ReachedEntry& entry) { reached.push_back(entry); });
    return search.commit(lease_->terms.number, {.end = *end_,
                                                .varied = explorer_.varied(),
                                                .tally = explorer_.tally(),
                                                .reached = reached,
                                                .left = heads,
                                                .left_bytes = bytes});
  }
  void be_free() {
    lease_.reset();
    end_.reset();
  }

  void take(Lease lease) { lease_ = std::move(lease); }
  [[nodiscard]] const std::optional<Lease>& lease() const { return lease_; }
  [[nodiscard]] const std::optional<LeaseEnd>& end() const { return end_; }
  [[nodiscard]] const std::vector<Made>& made() const { return made_; }
  [[nodiscard]] std::uint64_t executions() const { return explorer_.tally().made(); }

 private:
  // What the last execution was is counted by now.
  void note(const Tally& tally) {
    if (tally.executions != within_ && diary_.ended) {
      made_.push_back({.points = lease_->terms.points,
                       .round = lease_->terms.round,
                       .steps = diary_.execution().steps,
                       .path = explorer_.last().path,
                       .graph = diary_.graph()});
    }
    within_ = tally.executions;
    diary_.ended = false;
  }

  std::unique_ptr<Strategy> strategy_;
  std::unique_ptr<VersionedExecutor> executor_;
  Diary diary_;
  std::vector<Judge*> judges_{&diary_};
  Frontier frontier_;
  Explorer explorer_;
  std::optional<Lease> lease_;
  std::optional<LeaseEnd> end_;  // there is one: it is explored
  std::uint64_t most_ = 0;
  std::uint64_t within_ = 0;
  std::vector<Made> made_;
};

// --- The crowd.

Crowd::Crowd(const Subject& subject, const Habits& habits)
    : subject_(subject),
      habits_(habits),
      rng_(habits.seed),
      strategy_(subject.make_strategy()),
      journal_(std::make_unique<KeptJournal>()),
      search_(
          std::make_unique<Search>(*strategy_, *journal_, subject.executions, subject.prune ? &reached_ : nullptr)) {
  hire();
}

Crowd::Crowd(const Crowd& other, std::size_t records, const Habits& habits) : Crowd(other.subject_, habits) {
  for (std::size_t index = 0; index < records; ++index) {
    const KeptJournal::Record& record = other.journal_->records[index];
    if (!search_->replay(record.kind, record.position, record.body)) {
      throw std::runtime_error("a record makes no sense");
    }
    journal_->records.push_back(record);
  }
  std::ranges::copy_if(other.committed_, std::back_inserter(committed_),
                       [records](const Committed& committed) { return committed.record < records; });
}

Crowd::~Crowd() = default;

void Crowd::hire() {
  while (workers_.size() < habits_.workers) {
    workers_.push_back(std::make_unique<Worker>(subject_, reached_));
  }
}

bool Crowd::step() {
  const std::uint32_t count = static_cast<std::uint32_t>(workers_.size());
  const std::uint32_t first = rng_.below(count);
  for (std::uint32_t turn = 0; turn < count; ++turn) {
    std::unique_ptr<Worker>& worker = workers_[(first + turn) % count];
    if (!worker->lease()) {
      if (take_lease(*worker)) {
        return true;
      }
    } else if (rng_.below(200) < habits_.dying) {  // twice in a lease
      die(worker);
      return true;
    } else if (!worker->end()) {
      worker->explore(1 + rng_.below(habits_.longest_lease));
      return true;
    } else {
      commit(*worker);
      return true;
    }
  }
  return false;
}

bool Crowd::take_lease(Worker& worker) {
  auto lease = search_->next(1 + rng_.below(habits_.most_chunks), habits_.workers);
  if (!lease) {
    return false;
  }
  worker.take(std::move(*lease));
  return true;
}

void Crowd::commit(Worker& worker) {
  const std::size_t record = journal_->records.size();
  const bool is_stale = worker.lease()->terms.points != search_->points();
  if (!worker.commit(*search_, rng_.below(100) < habits_.sharing ? 16 : 1)) {
    throw std::runtime_error("a commit makes no sense");
  }
  stale_commits_ += is_stale ? 1 : 0;
  committed_.push_back({.record = record, .made = worker.made()});
  if (worker.end() == LeaseEnd::kGrown && !is_stale) {
    search_->grow({});
  }
  worker.be_free();
}

void Crowd::die(std::unique_ptr<Worker>& worker) {
  ++deaths_;
  const std::uint64_t done = worker->end() ? worker->executions() : 0;
  const std::uint64_t budgets[] = {kUnlimited, 1, std::max<std::uint64_t>(done, 1)};
  search_->lose(worker->lease()->terms.number, rng_.below(2) == 0, budgets[rng_.below(3)]);
  worker = std::make_unique<Worker>(subject_, reached_);
}

void Crowd::move() {
  KeptJournal other;
  if (!search_->rewrite(other)) {
    throw std::runtime_error("the journal cannot be rewritten");
  }
  std::swap(journal_->records, other.records);
  search_->moved();
  for (Committed& committed : committed_) {
    committed.record = 0;
  }
}

std::optional<Schedule> Crowd::give_up() {
  for (std::unique_ptr<Worker>& worker : workers_) {
    if (!worker->lease() || worker->end()) {
      continue;
    }
    worker->explore(1);
    const Schedule path = worker->made().at(0).path;
    if (!search_->give_up_first(worker->lease()->terms.number)) {
      throw std::runtime_error("nothing can be given up");
    }
    worker = std::make_unique<Worker>(subject_, reached_);
    return path;
  }
  return std::nullopt;
}

std::vector<Made> Crowd::made() const {
  std::vector<Made> all;
  for (const Committed& committed : committed_) {
    all.insert(all.end(), committed.made.begin(), committed.made.end());
  }
  return all;
}

std::vector<Made> Crowd::last_round() const {
  std::vector<Made> all = made();
  const std::size_t rounds = search_->totals().rounds.size();
  std::erase_if(all, [&](const Made& one) { return one.points != search_->points() || one.round + 1 != rounds; });
  return all;
}

// --- In words.

std::string describe(const Totals& totals) {
  std::string text =
      "before " + std::to_string(totals.before) + ", growths " + std::to_string(totals.point_set_growths);
  for (const RoundTotals& round : totals.rounds) {
    text += "\nbound " + std::to_string(round.bound) + ": " + std::to_string(round.executions) + " executions";
    const std::pair<const char*, std::uint64_t> others[] = {
        {"beyond", round.beyond_bound},
        {"out of focus", round.out_of_focus},
        {"pruned", round.pruned},
        {"cut", round.cut},
        {"step limited", round.step_limited()},
        {"diverged", round.diverged()},
        {"given up", round.given_up()},
        {"steps", round.steps},
        {"limit", round.limit},
        {"ended", round.ended ? 1U : 0U},
        {"limited", round.limited ? 1U : 0U},
    };
    for (const auto& [name, value] : others) {
      text += value == 0 ? "" : ", " + std::string(name) + " " + std::to_string(value);
    }
  }
  return text;
}

std::string state_of(const Search& search) {
  return describe(search.totals()) + "\nleft " + std::to_string(search.left()) + ", bytes " +
         std::to_string(search.left_bytes()) + ", chunks " + std::to_string(search.chunks()) + ", points " +
         std::to_string(search.points()) + ", round " + std::to_string(search.round()) + ", repeated " +
         std::to_string(search.totals().repeated) + (search.finished() ? ", finished" : "");
}

}  // namespace heddle::sim
