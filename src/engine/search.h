// A search as a whole: rounds, what is left of them, who has it, and what is done. The supervisor's side.
//
//   while next() gives a lease: somebody explores it (engine/explorer.h), and commit() takes what came of it
//
// What is left are chunks of targets that lie in a journal and are read only to be handed out. All that changes the
// state of the search is a record of the journal first, so a journal that is read again from its beginning (replay())
// gives the same state: whatever was not committed is simply not done yet. Leases are handed out in the order of the
// targets, and with one worker the executions come in the same order whatever the size of the leases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/lease.h"
#include "engine/frontier.h"
#include "engine/strategy.h"
#include "engine/totals.h"

namespace heddle {

namespace search_records {
struct CommitParts;
struct LimitsHead;
struct RoundParts;
}  // namespace search_records

// Records of a search in its journal. The numbers go into files.
enum class SearchRecord : std::uint32_t {
  kRound = 16,    // a round begins
  kCommit = 17,   // a lease is done
  kGrowth = 18,   // the point set has grown
  kState = 19,    // everything so far, with the two that stand before it:
  kLeft = 20,     // chunks that are left
  kReached = 21,  // what was reached
  kLimits = 22,   // executions are cut elsewhere
};

class Journal {
 public:
  virtual ~Journal() = default;
  using Parts = std::span<const std::span<const std::byte>>;
  // Where the body is from now on.
  virtual std::uint64_t append(SearchRecord kind, Parts parts) = 0;
  // False: it cannot be read.
  [[nodiscard]] virtual bool read(std::uint64_t position, std::span<std::byte> to) = 0;
  // A chunk that will not be read again.
  virtual void release(std::uint64_t /*position*/, std::uint64_t /*size*/) {}
};

// Where what was reached goes, for all workers to see.
class ReachedSink {
 public:
  virtual ~ReachedSink() = default;
  virtual void clear() = 0;
  // False: it was there, at no higher cost.
  virtual bool insert(const ReachedEntry& entry) = 0;
  // `visit` for all that is there.
  virtual void for_each(void (*visit)(void* context, const ReachedEntry& entry), void* context) const = 0;
};

// What a worker has to say at the end of a lease.
struct Commit {
  LeaseEnd end = LeaseEnd::kFinished;
  bool varied = false;
  Tally tally;
  std::span<const ReachedEntry> reached;
  std::span<const ChunkHead> left;        // in the order of their keys, and as they were added
  std::span<const std::byte> left_bytes;  // of all, one after the other
};

struct Lease {
  LeaseTerms terms;
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  std::uint32_t deaths = 0;  // of workers that had it
};

class Search {
 public:
  // All must outlive this. `executions`: at most so many, repetitions not counted, and where the strategy numbers them
  // those with smaller point sets neither. Without a sink workers keep what was
  // reached themselves, which goes for one of them.
  Search(Strategy& strategy, Journal& journal, std::uint64_t executions, ReachedSink* sink = nullptr,
         const LimitRange& limits = {})
      : strategy_(strategy), journal_(journal), asked_(executions), sink_(sink), limits_(limits) {}

  // The next lease: at most `chunks` chunks. None: nothing can be done at the moment, see finished() and is_hungry().
  [[nodiscard]] std::optional<Lease> next(std::size_t chunks = 1, std::size_t workers = 1);
  // What came of it. False: it makes no sense, and the lease goes to somebody else. After LeaseEnd::kGrown, grow().
  [[nodiscard]] bool commit(std::uint64_t lease, const Commit& commit);
  // The worker is gone, or the lease came back untouched. It is handed out again, for at most so many executions.
  // `record`: with the schedule written down.
  void lose(std::uint64_t lease, bool by_death, std::uint64_t executions = kUnlimited, bool record = false);
  // The first execution of the lease is given up for good.
  [[nodiscard]] bool give_up_first(std::uint64_t lease);
  // The point set has grown: all over again. The cells are the owner's.
  void grow(std::span<const std::byte> cells);

  // From the journal, in its order. False: the record makes no sense here, and has changed nothing.
  [[nodiscard]] bool replay(SearchRecord kind, std::uint64_t position, std::span<const std::byte> body);
  // The whole state into another journal. When that has taken the place of the first, moved() is to be called before
  // anything else: the positions are those of it from then on.
  [[nodiscard]] bool rewrite(Journal& other);
  void moved();

  // Nothing is left, and the strategy adds nothing.
  [[nodiscard]] bool finished() const { return finished_ && !is_due_for_more(); }
  // From now on: no more than so many, as made() counts.
  void limit(std::uint64_t executions) { limit_ = std::min(limit_, executions); }
  // The executions asked for are made.
  [[nodiscard]] bool exhausted() const { return made() >= most(); }
  // There would be more to do if those at work gave something back.
  [[nodiscard]] bool is_hungry() const { return index_.empty() && retries_.empty() && !leases_.empty(); }
  // The round, or the limits of executions, have had their share: what is out is wanted back.
  [[nodiscard]] bool is_over_limit() const { return round_is_over_limit() || is_due_for_more(); }
  // What the journal does not give is lost.
  [[nodiscard]] bool failed() const { return failed_; }

  [[nodiscard]] const Totals& totals() const { return totals_; }
  [[nodiscard]] std::uint64_t made() const { return totals_.made() - totals_.repeated; }
  [[nodiscard]] std::uint64_t left() const { return left_; }  // executions, at least
  [[nodiscard]] std::uint64_t left_bytes() const { return left_bytes_; }
  [[nodiscard]] std::size_t chunks() const { return chunk_count_; }
  [[nodiscard]] std::size_t leases() const { return leases_.size(); }
  [[nodiscard]] std::uint32_t points() const { return points_; }
  [[nodiscard]] std::uint32_t round() const { return round_; }
  // It is not known yet whether the first execution ends.
  [[nodiscard]] bool is_probing() const { return !probed_ && limits_.top() != 0; }
  // ... and takes too long to find out: from now on with the smallest limits. True: whoever is at it works in vain.
  bool stop_probing();
  // Where executions are cut at the moment.
  [[nodiscard]] ExecutionLimits limits() const { return limits_.at(level_); }

 private:
  struct ChunkRef {
    std::uint64_t position = 0;
    ChunkHead head;
  };
  struct Outstanding {
    LeaseTerms terms;
    std::vector<ChunkRef> chunks;
    std::uint32_t deaths = 0;
    bool stale = false;  // of a smaller point set
  };
  // As made() counts.
  [[nodiscard]] std::uint64_t most() const;
  void begin_round();
  [[nodiscard]] bool round_is_over_limit() const;
  [[nodiscard]] bool is_due_for_more() const;
  void learn_from_probe(const Tally& first);
  void raise_limits();
  void set_limits(const search_records::LimitsHead& head);
  [[nodiscard]] std::optional<Lease> hand_out(Outstanding lease);
  [[nodiscard]] LeaseTerms terms_for(std::size_t workers) const;
  void put(const ChunkRef& chunk) { index_[chunk.head.key].push_back(chunk); }
  void add_chunks(std::span<const ChunkHead> heads, std::uint64_t position);
  [[nodiscard]] bool has_chunk(std::uint64_t key, std::uint64_t position) const;
  void consume(std::uint64_t key, std::uint64_t position);
  void forget(const ChunkRef& chunk);
  void drop_all();
  [[nodiscard]] bool record_commit(const Outstanding& lease, const Commit& commit);
  // What a record says, with the place of its chunks in the journal. False: it makes no sense.
  [[nodiscard]] bool apply(const search_records::CommitParts& parts, std::uint64_t chunks);
  [[nodiscard]] bool apply(const search_records::RoundParts& parts, std::uint64_t chunks);
  [[nodiscard]] bool apply_commit(std::uint64_t position, std::span<const std::byte> body);
  [[nodiscard]] bool apply_round(std::uint64_t position, std::span<const std::byte> body);
  [[nodiscard]] bool apply_growth(std::span<const std::byte> body);
  [[nodiscard]] bool apply_limits(std::span<const std::byte> body);
  void begin_anew(bool keeps_reached);
  [[nodiscard]] bool apply_state(std::span<const std::byte> body);
  [[nodiscard]] bool apply_left(std::uint64_t position, std::span<const std::byte> body);
  [[nodiscard]] bool apply_reached(std::span<const std::byte> body);
  [[nodiscard]] std::vector<ChunkRef*> all_chunks();
  [[nodiscard]] bool copy_chunks(std::span<ChunkRef* const> chunks, Journal& other);

  Strategy& strategy_;
  Journal& journal_;
  std::uint64_t asked_;
  std::uint64_t limit_ = kUnlimited;
  ReachedSink* sink_;
  LimitRange limits_;
  std::uint32_t level_ = 0;  // of the limits
  bool probed_ = false;      // it is known whether the first execution ends
  Totals totals_;
  Order order_ = Order::kDeviations;
  std::uint32_t round_ = 0;  // number of the next one
  std::uint32_t points_ = 0;
  bool in_round_ = false;
  bool finished_ = false;
  bool failed_ = false;
  std::map<std::uint64_t, std::vector<ChunkRef>> index_;  // by key; the last one comes first
  std::size_t chunk_count_ = 0;                           // also those that are out
  std::uint64_t left_ = 0;
  std::uint64_t left_bytes_ = 0;
  std::map<std::uint64_t, Outstanding> leases_;  // by number
  std::vector<Outstanding> retries_;
  std::uint64_t next_lease_ = 1;
  std::vector<std::uint64_t> moved_;  // positions in the journal to come, of all_chunks()
};

}  // namespace heddle
