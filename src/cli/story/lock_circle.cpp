#include "cli/story/lock_circle.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "cli/story/synchronisation.h"
#include "core/operation_traits.h"

namespace heddle::cli {
namespace {

using segment::RecordedEvent;

constexpr std::size_t kMostBetween = 6;  // lock_order.h: circles of at most 8 threads

// A thread takes a lock while it holds another one.
struct Edge {
  std::uint16_t thread = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::size_t event = 0;
};

std::vector<Edge> edges_before(std::span<const RecordedEvent> events, std::size_t end) {
  std::map<std::uint16_t, std::vector<std::uint64_t>> held;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < std::min(end, events.size()); ++i) {
    const Event& event = events[i].event;
    const std::uint64_t lock = event.operation.address;
    std::vector<std::uint64_t>& own = held[event.thread.value];
    if (releases_lock(event.operation.kind) || event.operation.kind == OperationKind::kConditionReacquire) {
      if (const auto known = std::ranges::find(own, lock); known != own.end()) {
        own.erase(known);
      }
    }
    if (!takes_lock(event.operation.kind) || !event.succeeded || event.variant == kTimeout) {
      continue;
    }
    for (const std::uint64_t from : own) {
      const bool is_known = std::ranges::any_of(edges, [&](const Edge& edge) {
        return edge.thread == event.thread.value && edge.from == from && edge.to == lock;
      });
      if (from != lock && !is_known) {
        edges.push_back({.thread = event.thread.value, .from = from, .to = lock, .event = i});
      }
    }
    own.push_back(lock);
  }
  return edges;
}

// Depth first, by other threads than those on the path.
class Search {
 public:
  Search(std::vector<Edge> edges, std::vector<std::uint64_t> goals, std::vector<std::uint16_t> threads)
      : edges_(std::move(edges)), goals_(std::move(goals)), threads_(std::move(threads)) {}

  bool find(std::uint64_t lock) {
    if (std::ranges::find(goals_, lock) != goals_.end()) {
      return true;
    }
    if (path_.size() == kMostBetween) {
      return false;
    }
    for (const Edge& edge : edges_) {
      if (edge.from != lock || std::ranges::find(threads_, edge.thread) != threads_.end()) {
        continue;
      }
      threads_.push_back(edge.thread);
      path_.push_back(edge.event);
      if (find(edge.to)) {
        return true;
      }
      threads_.pop_back();
      path_.pop_back();
    }
    return false;
  }
  [[nodiscard]] const std::vector<std::size_t>& path() const { return path_; }

 private:
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> goals_;
  std::vector<std::uint16_t> threads_;
  std::vector<std::size_t> path_;
};

}  // namespace

std::vector<std::size_t> rest_of_circle(std::span<const RecordedEvent> events, std::size_t first, std::size_t last) {
  const ThreadId closes = events[last].event.thread;
  std::vector<std::uint64_t> goals;
  for (const std::size_t taken : locks_held(events, closes, last)) {
    goals.push_back(events[taken].event.operation.address);
  }
  Search search(edges_before(events, last), std::move(goals), {events[first].event.thread.value, closes.value});
  return search.find(events[first].event.operation.address) ? search.path() : std::vector<std::size_t>();
}

}  // namespace heddle::cli
