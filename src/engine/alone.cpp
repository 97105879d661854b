#include "engine/alone.h"

#include <cstring>
#include <iterator>
#include <map>
#include <vector>

#include "engine/chunks.h"
#include "engine/search.h"

namespace heddle {

namespace {

// Bodies until all chunks in them are released.
class MemoryJournal final : public Journal {
 public:
  std::uint64_t append(SearchRecord /*kind*/, Parts parts) override {
    const std::uint64_t position = end_;
    Body body;
    for (const std::span<const std::byte> part : parts) {
      body.bytes.insert(body.bytes.end(), part.begin(), part.end());
    }
    body.left = parts.empty() ? 0 : parts.back().size();  // chunks are the last part
    end_ += body.bytes.size();
    if (body.left != 0) {
      bodies_.emplace(position, std::move(body));
    }
    return position;
  }
  bool read(std::uint64_t position, std::span<std::byte> to) override {
    const auto body = std::prev(bodies_.upper_bound(position));
    if (!to.empty()) {
      std::memcpy(to.data(), body->second.bytes.data() + (position - body->first), to.size());
    }
    return true;
  }
  void release(std::uint64_t position, std::uint64_t size) override {
    const auto body = std::prev(bodies_.upper_bound(position));
    body->second.left -= size;
    if (body->second.left == 0) {
      bodies_.erase(body);
    }
  }

 private:
  struct Body {
    std::vector<std::byte> bytes;
    std::uint64_t left = 0;
  };
  std::map<std::uint64_t, Body> bodies_;
  std::uint64_t end_ = 0;
};

}  // namespace

SearchedAlone search_alone(Executor& executor, Strategy& strategy, std::span<Judge* const> judges, Host& host,
                           const AloneOptions& options) {
  MemoryJournal journal;
  Search search(strategy, journal, options.executions);
  Frontier frontier(options.memory);
  Explorer explorer(executor, strategy, judges, frontier, host, options.explorer);
  SearchedAlone searched;
  std::uint64_t round = ~std::uint64_t{0};
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  while (const auto lease = search.next()) {
    const std::uint64_t of = (std::uint64_t{lease->terms.points} << 32U) | lease->terms.round;
    if (of != round) {
      frontier.clear(lease->terms.order);
      round = of;
    }
    frontier.begin(lease->terms);
    (void)read_chunks(lease->heads, lease->bytes, frontier);
    host.takes(lease->terms);
    searched.end = explorer.explore(lease->terms);
    heads.clear();
    bytes.clear();
    write_chunks(frontier, 1, heads, bytes);
    (void)search.commit(lease->terms.number, {.end = searched.end,
                                              .varied = explorer.varied(),
                                              .tally = explorer.tally(),
                                              .reached = {},
                                              .left = heads,
                                              .left_bytes = bytes});
    if (searched.end == LeaseEnd::kGrown) {
      search.grow({});
    } else if (searched.end != LeaseEnd::kFinished) {
      break;
    }
  }
  if (searched.end == LeaseEnd::kFinished && !search.finished()) {
    searched.end = LeaseEnd::kStopped;  // all executions asked for are made
  }
  if (searched.end == LeaseEnd::kGrown) {
    searched.end = LeaseEnd::kFinished;
  }
  searched.totals = search.totals();
  searched.variation = explorer.variation();
  searched.uninitialised = explorer.uninitialised();
  return searched;
}

}  // namespace heddle
