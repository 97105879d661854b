// A search and its journal: the state read from records, and written anew.
#include <algorithm>
#include <array>
#include <iterator>

#include "core/bytes.h"
#include "engine/chunks.h"
#include "engine/search.h"
#include "engine/search_records.h"

namespace heddle {

using namespace search_records;  // NOLINT(google-build-using-namespace): this file's own

namespace {

constexpr std::uint32_t kMostLevels = 32;  // of limits

// Of the rounds all but the one under way have ended, in one of two ways, and a search that is finished has asked for
// one more in vain.
bool adds_up(const StateHead& head, std::span<const StateRound> rounds) {
  if (head.in_round > 1 || head.finished > 1 || head.in_round + head.finished > 1 || head.varied > 1 ||
      head.order > Order::kDepth || head.growths != head.points || head.next_lease == 0 ||
      head.round != rounds.size() + head.finished || (head.in_round != 0 && rounds.empty())) {
    return false;
  }
  return std::ranges::all_of(rounds, [&](const StateRound& round) {
    const bool is_open = head.in_round != 0 && &round == &rounds.back();
    return round.ended <= 1 && round.limited <= 1 && round.ended + round.limited == (is_open ? 0 : 1) &&
           is_plausible_limit(round.limit) && is_plausible(round.tally);
  });
}

}  // namespace

bool Search::replay(SearchRecord kind, std::uint64_t position, std::span<const std::byte> body) {
  switch (kind) {
    case SearchRecord::kRound:
      return apply_round(position, body);
    case SearchRecord::kCommit:
      return apply_commit(position, body);
    case SearchRecord::kGrowth:
      return apply_growth(body);
    case SearchRecord::kState:
      return apply_state(body);
    case SearchRecord::kLeft:
      return apply_left(position, body);
    case SearchRecord::kReached:
      return apply_reached(body);
    case SearchRecord::kLimits:
      return apply_limits(body);
  }
  return false;
}

bool Search::apply_round(std::uint64_t position, std::span<const std::byte> body) {
  ByteReader reader(body);
  RoundHead head{};
  std::vector<ChunkHead> heads;
  return reader.take(head) && reader.take(heads, head.chunks) && are_sound(heads, reader.rest()) &&
         apply(RoundParts{.head = head, .chunks = heads}, position + (body.size() - reader.left()));
}

bool Search::apply_commit(std::uint64_t position, std::span<const std::byte> body) {
  ByteReader reader(body);
  CommitHead head{};
  std::vector<Consumed> consumed;
  std::vector<ReachedEntry> entries;
  std::vector<ChunkHead> heads;
  return reader.take(head) && reader.take(consumed, head.consumed) && reader.take(entries, head.reached) &&
         reader.take(heads, head.chunks) && are_sound(heads, reader.rest()) &&
         apply(CommitParts{.head = head, .consumed = consumed, .reached = entries, .chunks = heads},
               position + (body.size() - reader.left()));
}

bool Search::apply_state(std::span<const std::byte> body) {
  ByteReader reader(body);
  StateHead head{};
  std::vector<StateRound> rounds;
  if (!reader.take(head) || !reader.take(rounds, head.rounds) || reader.left() != 0 || !adds_up(head, rounds) ||
      (head.in_round == 0 && !index_.empty()) || round_ != 0 || points_ != 0) {  // it is the first one
    return false;
  }
  totals_ = {};
  totals_.before = head.before;
  totals_.repeated = head.repeated;
  totals_.provoked = head.provoked;
  totals_.point_set_growths = head.growths;
  totals_.varied = head.varied != 0;
  for (const StateRound& round : rounds) {
    RoundTotals& books = totals_.rounds.emplace_back();
    books += round.tally;
    books.bound = round.bound;
    books.limit = round.limit;
    books.ended = round.ended != 0;
    books.limited = round.limited != 0;
  }
  next_lease_ = head.next_lease;
  round_ = head.round;
  level_ = head.level;
  probed_ = head.probed != 0;
  points_ = head.points;
  in_round_ = head.in_round != 0;
  finished_ = head.finished != 0;
  order_ = head.order;
  return true;
}

bool Search::apply_limits(std::span<const std::byte> body) {
  ByteReader reader(body);
  LimitsHead head{};
  if (!reader.take(head) || reader.left() != 0 || head.level > kMostLevels) {
    return false;
  }
  level_ = head.level;
  probed_ = head.probed != 0;
  if (head.anew == 0) {
    return true;
  }
  const std::uint64_t before = totals_.before;
  begin_anew(/*keeps_reached=*/false);
  if (head.is_probe != 0) {  // the same execution begins the search that follows
    totals_.repeated += totals_.before - before;
    totals_.before = before;
  }
  return true;
}

bool Search::apply_left(std::uint64_t position, std::span<const std::byte> body) {
  ByteReader reader(body);
  std::uint64_t count = 0;
  std::vector<ChunkHead> heads;
  if (!reader.take(count) || !reader.take(heads, count) || !are_sound(heads, reader.rest())) {
    return false;
  }
  add_chunks(heads, position + (body.size() - reader.left()));
  return true;
}

bool Search::apply_reached(std::span<const std::byte> body) {
  ByteReader reader(body);
  std::vector<ReachedEntry> entries;
  reader.take_all(entries);
  if (reader.left() != 0) {
    return false;
  }
  for (const ReachedEntry& entry : entries) {
    if (sink_ != nullptr) {
      (void)sink_->insert(entry);
    }
  }
  return true;
}

// What is out lies behind what is not: it was handed out first.
std::vector<Search::ChunkRef*> Search::all_chunks() {
  std::vector<ChunkRef*> all;
  const auto add = [&all](std::vector<ChunkRef>& chunks) {
    std::ranges::transform(chunks, std::back_inserter(all), [](ChunkRef& chunk) { return &chunk; });
  };
  for (auto& [key, chunks] : index_) {
    add(chunks);
  }
  for (Outstanding& lease : retries_) {
    add(lease.chunks);
  }
  for (auto& [number, lease] : leases_) {
    add(lease.chunks);
  }
  return all;
}

// Their places in the other journal are kept.
bool Search::copy_chunks(std::span<ChunkRef* const> chunks, Journal& other) {
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  for (const ChunkRef* chunk : chunks) {
    heads.push_back(chunk->head);
    bytes.resize(bytes.size() + chunk->head.bytes);
    if (!journal_.read(chunk->position, std::span(bytes).last(chunk->head.bytes))) {
      return false;
    }
  }
  const std::uint64_t count = heads.size();
  const std::array parts{bytes_of(count), std::as_bytes(std::span(heads)), std::span<const std::byte>(bytes)};
  std::uint64_t position = other.append(SearchRecord::kLeft, parts) + sizeof count + heads.size() * sizeof(ChunkHead);
  for (const ChunkHead& head : heads) {
    moved_.push_back(position);
    position += head.bytes;
  }
  return true;
}

bool Search::rewrite(Journal& other) {
  StateHead head{.before = totals_.before,
                 .repeated = totals_.repeated,
                 .provoked = totals_.provoked,
                 .next_lease = next_lease_,
                 .growths = totals_.point_set_growths,
                 .varied = totals_.varied ? 1U : 0U,
                 .round = round_,
                 .points = points_,
                 .in_round = in_round_ ? 1U : 0U,
                 .finished = finished_ ? 1U : 0U,
                 .order = order_,
                 .level = static_cast<std::uint16_t>(level_),
                 .probed = probed_ ? std::uint16_t{1} : std::uint16_t{0},
                 .rounds = totals_.rounds.size()};
  std::vector<StateRound> rounds;
  rounds.reserve(totals_.rounds.size());
  for (const RoundTotals& books : totals_.rounds) {
    rounds.push_back({.tally = books,
                      .limit = books.limit,
                      .bound = books.bound,
                      .ended = books.ended ? 1U : 0U,
                      .limited = books.limited ? 1U : 0U,
                      .reserved = 0});
  }
  const std::vector<ChunkRef*> all = all_chunks();
  moved_.clear();
  constexpr std::size_t kAtOnce = 64;
  for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
    const std::span<ChunkRef* const> some(all.data() + first, std::min(kAtOnce, all.size() - first));
    if (!copy_chunks(some, other)) {
      return false;
    }
  }
  if (sink_ != nullptr) {
    struct Writer {
      Journal& journal;
      std::vector<ReachedEntry> entries;
      void flush() {
        const std::array parts{std::as_bytes(std::span(entries))};
        (void)journal.append(SearchRecord::kReached, parts);
        entries.clear();
      }
    };
    constexpr std::size_t kEntries = 65'536;
    Writer writer{.journal = other, .entries = {}};
    sink_->for_each(
        [](void* context, const ReachedEntry& entry) {
          auto& to = *static_cast<Writer*>(context);
          to.entries.push_back(entry);
          if (to.entries.size() == kEntries) {
            to.flush();
          }
        },
        &writer);
    if (!writer.entries.empty()) {
      writer.flush();
    }
  }
  // At the end: what is damaged before it counts as not begun, never as done.
  const std::array parts{bytes_of(head), std::as_bytes(std::span(rounds))};
  (void)other.append(SearchRecord::kState, parts);
  return true;
}

void Search::moved() {
  const std::vector<ChunkRef*> all = all_chunks();
  for (std::size_t index = 0; index < all.size(); ++index) {
    all[index]->position = moved_[index];
  }
  moved_.clear();
}

}  // namespace heddle
