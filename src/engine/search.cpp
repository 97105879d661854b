#include "engine/search.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <utility>

#include "core/bytes.h"
#include "engine/chunks.h"
#include "engine/search_records.h"

namespace heddle {

using namespace search_records;  // NOLINT(google-build-using-namespace): this file's own

namespace {

// Executions that are cut before the limits are raised: those of the next level cost four times as much.
constexpr std::uint64_t kCutAtOneLevel = 500;
// Where the first execution ends, others may take so many times its steps.
constexpr std::uint64_t kLongerThanFirst = 16;

bool makes_sense(const CommitHead& head) {
  return head.end <= static_cast<std::uint32_t>(LeaseEnd::kGrown) && head.varied <= 1 && head.stale <= 1 &&
         head.lease != 0 && head.lease < kMostOfAnything && is_plausible(head.tally);
}

}  // namespace

// --- What is left.

void Search::add_chunks(std::span<const ChunkHead> heads, std::uint64_t position) {
  for (const ChunkHead& head : heads) {
    put({.position = position, .head = head});
    position += head.bytes;
    ++chunk_count_;
    left_ += head.weight;
    left_bytes_ += head.bytes;
  }
}

void Search::forget(const ChunkRef& chunk) {
  --chunk_count_;
  left_ -= chunk.head.weight;
  left_bytes_ -= chunk.head.bytes;
  journal_.release(chunk.position, chunk.head.bytes);
}

bool Search::has_chunk(std::uint64_t key, std::uint64_t position) const {
  const auto bucket = index_.find(key);
  return bucket != index_.end() &&
         std::find_if(bucket->second.rbegin(), bucket->second.rend(), is_at(position)) != bucket->second.rend();
}

void Search::consume(std::uint64_t key, std::uint64_t position) {
  const auto bucket = index_.find(key);
  std::vector<ChunkRef>& chunks = bucket->second;
  const auto found = std::find_if(chunks.rbegin(), chunks.rend(), is_at(position));  // NOLINT(modernize-use-ranges)
  forget(*found);
  chunks.erase(std::next(found).base());
  if (chunks.empty()) {
    index_.erase(bucket);
  }
}

void Search::drop_all() {
  const auto drop = [this](const std::vector<ChunkRef>& chunks) {
    for (const ChunkRef& chunk : chunks) {
      forget(chunk);
    }
  };
  for (const auto& [key, chunks] : index_) {
    drop(chunks);
  }
  index_.clear();
  for (const Outstanding& lease : retries_) {
    drop(lease.chunks);
  }
  retries_.clear();
  for (auto& [number, lease] : leases_) {
    drop(lease.chunks);
    lease.chunks.clear();
    lease.stale = true;
  }
}

// --- Rounds.

bool Search::round_is_over_limit() const {
  const RoundTotals* last = totals_.last();
  return in_round_ && last->steps >= last->limit;
}

void Search::begin_round() {
  Frontier fresh;
  RoundHead head{.round = round_,
                 .more = 0,
                 .ended = in_round_ && index_.empty() && retries_.empty() ? 1U : 0U,
                 .limited = 0,
                 .order = order_,
                 .bound = 0,
                 .limit = 0,
                 .chunks = 0};
  head.limited = in_round_ && head.ended == 0 ? 1U : 0U;
  if (in_round_) {  // what the strategy is told
    totals_.rounds.back().ended = head.ended != 0;
    totals_.rounds.back().limited = head.limited != 0;
  }
  strategy_.refill(round_, totals_, fresh);
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  write_chunks(fresh, 1, heads, bytes);
  head.more = heads.empty() ? 0 : 1;
  head.order = fresh.order();
  head.bound = fresh.bound();
  head.limit = fresh.limit();
  head.chunks = heads.size();
  const std::array parts{bytes_of(head), std::as_bytes(std::span(heads)), std::span<const std::byte>(bytes)};
  const std::uint64_t position = journal_.append(SearchRecord::kRound, parts);
  failed_ = failed_ || !apply(RoundParts{.head = head, .chunks = heads}, position + total_bytes(parts) - bytes.size());
}

bool Search::apply(const RoundParts& parts, std::uint64_t chunks) {
  const RoundHead& head = parts.head;
  const bool nothing_left = index_.empty() && retries_.empty();
  if ((head.more != 0) == parts.chunks.empty() || (head.more != 0 && !is_plausible_limit(head.limit)) ||
      head.round != round_ || finished_ || head.order > Order::kDepth ||
      head.ended != (in_round_ && nothing_left ? 1U : 0U) || head.limited != (in_round_ && !nothing_left ? 1U : 0U)) {
    return false;
  }
  if (in_round_) {
    totals_.rounds.back().ended = head.ended != 0;
    totals_.rounds.back().limited = head.limited != 0;
  }
  drop_all();
  if (sink_ != nullptr && !strategy_.traits().keeps_reached) {
    sink_->clear();
  }
  in_round_ = head.more != 0;
  finished_ = !in_round_;
  round_ = head.round + 1;
  order_ = head.order;
  if (in_round_) {
    RoundTotals& books = totals_.rounds.emplace_back();
    books.bound = head.bound;
    books.limit = head.limit;
  }
  add_chunks(parts.chunks, chunks);
  return true;
}

// --- Where executions are cut.
//
// The first execution is made with larger and larger limits, until it ends or there are no larger ones. If it ends, so
// do most others, and the limits that follow are far behind its end. If it does not, the program goes on for ever: the
// search begins with the smallest limits, where an execution costs least, and they are raised when enough executions
// were cut or nothing else is left. The search begins anew each time, so that what is counted was made with one limit.

bool Search::is_due_for_more() const {
  if (!probed_ || level_ >= limits_.top()) {
    return false;
  }
  std::uint64_t cut = 0;
  for (const RoundTotals& round : totals_.rounds) {
    cut += round.endless();
  }
  return cut >= (finished_ ? 1 : kCutAtOneLevel);
}

void Search::learn_from_probe(const Tally& first) {
  LimitsHead head{.level = level_, .probed = 0, .anew = 0, .is_probe = 1};
  if (first.endless() != 0) {
    head.anew = 1;
    head.probed = level_ == limits_.top() ? 1 : 0;
    head.level = head.probed != 0 ? 0 : level_ + 1;
  } else {
    head.probed = 1;
    // Where it took more than the smallest limits, of whatever, others may take more than it did.
    head.level = level_ == 0 ? 0 : std::min(level_ + 1, limits_.top());
    const std::uint64_t wanted = first.steps * kLongerThanFirst / std::max<std::uint64_t>(first.made(), 1);
    while (head.level < limits_.top() && limits_.at(head.level).steps < wanted) {
      ++head.level;
    }
  }
  set_limits(head);
}

bool Search::stop_probing() {
  const bool anew = level_ != 0;
  set_limits({.level = 0, .probed = 1, .anew = anew ? 1U : 0U, .is_probe = 1});
  return anew;
}

void Search::raise_limits() { set_limits({.level = level_ + 1, .probed = 1, .anew = 1, .is_probe = 0}); }

void Search::set_limits(const LimitsHead& head) {
  const std::array parts{bytes_of(head)};
  (void)journal_.append(SearchRecord::kLimits, parts);
  failed_ = failed_ || !apply_limits(bytes_of(head));
}

// --- Leases.

std::uint64_t Search::most() const {
  const std::uint64_t besides = strategy_.traits().is_numbered ? totals_.before : 0;
  return std::min(limit_, asked_ > kUnlimited - besides ? kUnlimited : asked_ + besides);
}

LeaseTerms Search::terms_for(std::size_t workers) const {
  const RoundTotals& books = totals_.rounds.back();
  LeaseTerms terms;
  terms.round = round_ - 1;
  terms.bound = books.bound;
  terms.order = order_;
  terms.points = points_;
  terms.last_key = index_.empty() ? kUnlimited : index_.begin()->first;
  terms.steps = books.limit == kUnlimited ? kUnlimited : books.limit - std::min(books.limit, books.steps);
  terms.made_before = made();
  terms.limits = limits();
  const std::uint32_t bound = books.bound;
  terms.bound_below_complete = bound == 0 || std::ranges::any_of(totals_.rounds,
                                                                 [bound](const RoundTotals& round) {
                                                                   return round.bound + 1 == bound && round.complete();
                                                                 })
                                   ? 1U
                                   : 0U;
  if (const std::uint64_t executions = most(); executions != kUnlimited) {
    std::uint64_t open = executions - std::min(executions, made());
    for (const auto& [number, lease] : leases_) {
      open -= std::min(open, lease.terms.executions);
    }
    terms.executions = workers < 2 ? open : (open + 2 * workers - 1) / (2 * workers);
  }
  if (is_probing()) {
    terms.executions = std::min<std::uint64_t>(terms.executions, 1);
  }
  return terms;
}

std::optional<Lease> Search::next(std::size_t chunks, std::size_t workers) {
  if (!in_round_ && !finished_) {
    begin_round();
  }
  if (leases_.empty() && is_due_for_more() && !exhausted()) {
    raise_limits();
    return next(chunks, workers);
  }
  while (in_round_ && leases_.empty() && (round_is_over_limit() || (index_.empty() && retries_.empty()))) {
    begin_round();
    if (finished_ && is_due_for_more()) {
      return next(chunks, workers);
    }
  }
  if (finished_ || failed_ || exhausted() || is_over_limit() || (is_probing() && !leases_.empty())) {
    return std::nullopt;
  }
  Outstanding lease;
  if (!retries_.empty()) {
    lease = std::move(retries_.back());
    retries_.pop_back();
    const std::uint64_t most = lease.terms.executions;
    const std::uint32_t record = lease.terms.record;
    lease.terms = terms_for(workers);
    lease.terms.record = record;
    lease.terms.executions = std::min(lease.terms.executions, most);
  } else if (!index_.empty()) {
    const auto bucket = index_.begin();
    std::vector<ChunkRef>& all = bucket->second;
    const std::size_t count = std::min(std::max<std::size_t>(chunks, 1), all.size());
    lease.chunks.assign(all.end() - static_cast<std::ptrdiff_t>(count), all.end());
    all.resize(all.size() - count);
    if (all.empty()) {
      index_.erase(bucket);
    }
    lease.terms = terms_for(workers);
  }
  if (lease.chunks.empty() || lease.terms.executions == 0) {
    if (!lease.chunks.empty()) {
      std::ranges::for_each(lease.chunks, [this](const ChunkRef& chunk) { put(chunk); });
    }
    return std::nullopt;
  }
  return hand_out(std::move(lease));
}

std::optional<Lease> Search::hand_out(Outstanding lease) {
  Lease made;
  lease.terms.number = next_lease_++;
  made.terms = lease.terms;
  made.deaths = lease.deaths;
  std::uint64_t size = 0;
  for (const ChunkRef& chunk : lease.chunks) {
    made.heads.push_back(chunk.head);
    size += chunk.head.bytes;
  }
  made.bytes.resize(size);
  std::size_t at = 0;
  for (const ChunkRef& chunk : lease.chunks) {
    failed_ = failed_ || !journal_.read(chunk.position, std::span(made.bytes).subspan(at, chunk.head.bytes));
    at += chunk.head.bytes;
  }
  const std::uint64_t number = lease.terms.number;
  leases_.emplace(number, std::move(lease));
  if (failed_) {
    return std::nullopt;
  }
  return made;
}

bool Search::commit(std::uint64_t number, const Commit& commit) {
  const auto found = leases_.find(number);
  if (found == leases_.end()) {
    return false;
  }
  // Whoever made it may have been written over: what is recorded has to be good when it is read again.
  if (commit.end > LeaseEnd::kGrown || !is_plausible(commit.tally) || !are_sound(commit.left, commit.left_bytes)) {
    lose(number, /*by_death=*/false);
    return false;
  }
  const Outstanding lease = std::move(found->second);
  leases_.erase(found);
  return record_commit(lease, commit);
}

// Written down, then done as whoever reads it would. Where the point set has grown the lease is not done: if all ends
// before the growth is written down, somebody has to see it again.
bool Search::record_commit(const Outstanding& lease, const Commit& commit) {
  const bool counts = !lease.stale && commit.end != LeaseEnd::kGrown;
  CommitHead head{.lease = lease.terms.number,
                  .end = static_cast<std::uint32_t>(commit.end),
                  .varied = commit.varied ? 1U : 0U,
                  .points = lease.terms.points,
                  .stale = counts ? 0U : 1U,
                  .tally = commit.tally,
                  .consumed = 0,
                  .reached = 0,
                  .chunks = 0};
  std::vector<Consumed> consumed;
  for (const ChunkRef& chunk : lease.chunks) {
    put(chunk);
    if (counts) {
      consumed.push_back({.key = chunk.head.key, .position = chunk.position});
    }
  }
  const auto entries = counts ? commit.reached : std::span<const ReachedEntry>();
  const auto heads = counts ? commit.left : std::span<const ChunkHead>();
  const auto bytes = counts ? commit.left_bytes : std::span<const std::byte>();
  head.consumed = consumed.size();
  head.reached = entries.size();
  head.chunks = heads.size();
  const std::array parts{bytes_of(head), std::as_bytes(std::span(consumed)), std::as_bytes(entries),
                         std::as_bytes(heads), bytes};
  const std::uint64_t position = journal_.append(SearchRecord::kCommit, parts);
  const bool makes_sense = apply(CommitParts{.head = head, .consumed = consumed, .reached = entries, .chunks = heads},
                                 position + total_bytes(parts) - bytes.size());
  if (makes_sense && counts && is_probing() && commit.tally.made() != 0) {
    learn_from_probe(commit.tally);
  }
  return makes_sense;
}

bool Search::apply(const CommitParts& parts, std::uint64_t chunks) {
  const CommitHead& head = parts.head;
  if ((head.stale == 0 && (!in_round_ || head.points != points_)) || !makes_sense(head)) {
    return false;
  }
  std::set<std::uint64_t> places;
  const auto is_left = [&](const Consumed& chunk) {
    return has_chunk(chunk.key, chunk.position) && places.insert(chunk.position).second;
  };
  if (head.stale == 0 && !std::ranges::all_of(parts.consumed, is_left)) {
    return false;
  }
  next_lease_ = std::max(next_lease_, head.lease + 1);
  totals_.repeated += head.tally.repeated;
  totals_.varied = totals_.varied || head.varied != 0;
  if (head.stale != 0) {
    totals_.before += head.tally.made();
    return true;
  }
  for (const Consumed& chunk : parts.consumed) {
    consume(chunk.key, chunk.position);
  }
  Tally tally = head.tally;
  for (const ReachedEntry& entry : parts.reached) {
    const bool is_new = sink_ == nullptr || sink_->insert(entry);
    if (!is_new && entry.complete != 0 && tally.executions != 0) {  // somebody else was there at the same time
      --tally.executions;
      ++tally.pruned;
    }
  }
  tally.repeated = 0;
  totals_.rounds.back() += tally;
  add_chunks(parts.chunks, chunks);
  return true;
}

void Search::lose(std::uint64_t number, bool by_death, std::uint64_t executions, bool record) {
  const auto found = leases_.find(number);
  if (found == leases_.end()) {
    return;
  }
  Outstanding lease = std::move(found->second);
  leases_.erase(found);
  if (lease.stale) {
    return;
  }
  lease.deaths += by_death ? 1 : 0;
  lease.terms.executions = executions;
  lease.terms.record = record ? 1 : 0;
  retries_.push_back(std::move(lease));
}

bool Search::give_up_first(std::uint64_t number) {
  const auto found = leases_.find(number);
  if (found == leases_.end()) {
    return false;
  }
  Outstanding lease = std::move(found->second);
  leases_.erase(found);
  if (lease.stale) {
    return true;  // all of it is
  }
  Frontier frontier;
  frontier.begin({.bound = ~std::uint32_t{0}, .order = lease.terms.order});
  for (const ChunkRef& chunk : lease.chunks) {
    std::vector<std::byte> bytes(chunk.head.bytes);
    if (!journal_.read(chunk.position, bytes) || !read_chunks(std::span(&chunk.head, 1), bytes, frontier)) {
      return false;
    }
  }
  Target first;
  if (!frontier.take(first)) {
    return false;
  }
  Target rest;
  if (first.count > 1) {
    keep_first(first, 1, rest);
    frontier.add(rest);
  }
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  write_chunks(frontier, 1, heads, bytes);
  Tally tally;
  tally.ledger.note(LedgerRow::kGivenUp);
  return record_commit(lease, {.tally = tally, .reached = {}, .left = heads, .left_bytes = bytes});
}

// --- The point set.

void Search::grow(std::span<const std::byte> cells) {
  const std::array parts{cells};
  (void)journal_.append(SearchRecord::kGrowth, parts);
  failed_ = failed_ || !apply_growth(cells);
}

bool Search::apply_growth(std::span<const std::byte> /*cells*/) {
  ++points_;
  ++totals_.point_set_growths;
  begin_anew(strategy_.traits().keeps_reached);
  return true;
}

// What was made so far does not count.
void Search::begin_anew(bool keeps_reached) {
  totals_.before = made();
  if (keeps_reached) {
    totals_.provoked = furthest(totals_);
    totals_.provoked.open = 0;
  } else {
    totals_.provoked = {};
    if (sink_ != nullptr) {
      sink_->clear();
    }
  }
  totals_.rounds.clear();
  drop_all();
  in_round_ = false;
  finished_ = false;
  round_ = 0;
}

}  // namespace heddle
