#include "detectors/lock_order.h"

#include <algorithm>

#include "core/hash.h"
#include "detectors/sentence.h"

namespace heddle {

namespace {

[[nodiscard]] Operation acquisition(bool shared, std::uintptr_t address, SiteId site) {
  Operation operation;
  operation.kind = shared ? OperationKind::kReadLock : OperationKind::kMutexLock;
  operation.address = address;
  operation.size = 1;
  operation.site = site;
  return operation;
}

}  // namespace

void LockOrder::begin(FindingSink& sink, const WatchTerms& terms) {
  sink_ = &sink;
  guesses_ = terms.records;
  order_.begin();
  locks_.begin();
  lock_count_ = 0;
  for (std::vector<Held>& held : held_) {
    held.clear();
  }
  taken_.clear();
  edges_.clear();
  from_.clear();
  known_.clear();
  reported_.clear();
}

std::vector<LockOrder::Held>& LockOrder::held_by(ThreadId thread) {
  if (held_.size() <= thread.value) {
    held_.resize(thread.value + std::size_t{1});
  }
  return held_[thread.value];
}

std::uint32_t LockOrder::number_of(std::uintptr_t address) {
  Lock& lock = locks_.at(address);
  if (lock.number == 0) {
    lock.number = ++lock_count_;
  }
  return lock.number;
}

void LockOrder::renew(MemoryRange range) {
  locks_.for_each_in(range, [](std::uintptr_t /*address*/, Lock& lock) { lock.number = 0; });
}

void LockOrder::synchronise(const Sync& sync) {
  switch (sync.kind) {
    case SyncKind::kLock:
    case SyncKind::kLockShared:
      return take(sync, sync.kind == SyncKind::kLockShared);
    case SyncKind::kUnlock:
    case SyncKind::kUnlockShared:
      return release(sync);
    case SyncKind::kDestroy:
      renew({.address = sync.object, .size = 1});
      return order_.synchronise(sync);
    default:
      return order_.synchronise(sync);
  }
}

// How often the thread has taken a lock at this site, with this time.
std::uint32_t LockOrder::count(const Sync& sync) {
  const auto key = [](const Taken& taken) { return std::pair(taken.site, taken.thread); };
  const auto place = std::ranges::lower_bound(taken_, std::pair(sync.site, sync.thread), {}, key);
  if (place != taken_.end() && key(*place) == std::pair(sync.site, sync.thread)) {
    return ++place->times;
  }
  taken_.insert(place, {.thread = sync.thread, .site = sync.site, .times = 1});
  return 1;
}

void LockOrder::take(const Sync& sync, bool shared) {
  ordinal_ = count(sync);
  std::vector<Held>& held = held_by(sync.thread);
  const std::uint32_t lock = number_of(sync.object);
  if ((!sync.attempted || guesses_) && !held.empty() && std::ranges::find(held, lock, &Held::lock) == held.end()) {
    for (const Held& from : held) {
      add_edge(sync, from, lock, shared);
    }
  }
  held.push_back({.lock = lock, .shared = shared, .site = sync.site});
}

// Whoever held it: reader-writer locks and spin locks do not say.
void LockOrder::release(const Sync& sync) {
  const std::uint32_t lock = number_of(sync.object);
  const auto forget = [lock](std::vector<Held>& held) {
    const auto found =
        std::ranges::find_if(held.rbegin(), held.rend(), [lock](const Held& one) { return one.lock == lock; });
    if (found == held.rend()) {
      return false;
    }
    held.erase(std::next(found).base());
    return true;
  };
  if (!forget(held_by(sync.thread))) {
    (void)std::ranges::any_of(held_, forget);
  }
}

std::uint64_t LockOrder::key_of(const Sync& sync, const Held& from, std::uint32_t to, bool to_shared) {
  std::uint64_t key = combine(combine(from.lock, to), combine(from.site.value, sync.site.value));
  key = combine(key,
                sync.thread.value * 8U + (sync.attempted ? 4U : 0U) + (from.shared ? 2U : 0U) + (to_shared ? 1U : 0U));
  for (const Held& gate : held_by(sync.thread)) {
    key = combine(key, gate.lock * 2U + (gate.shared ? 1U : 0U));
  }
  return combine(key, order_.number(sync.thread));
}

void LockOrder::add_edge(const Sync& sync, const Held& from, std::uint32_t to, bool to_shared) {
  const std::uint64_t key = key_of(sync, from, to, to_shared);
  const auto place = std::ranges::lower_bound(known_, key);
  if (place != known_.end() && *place == key) {
    return;
  }
  if (from_.size() <= std::max(from.lock, to)) {
    from_.resize(std::max(from.lock, to) + std::size_t{1});
  }
  Edges& leaving = from_[from.lock];
  const auto leads_there = [&](std::uint32_t edge) {
    return edges_[edge].to == to && edges_[edge].attempted == sync.attempted;
  };
  if (static_cast<std::size_t>(std::ranges::count_if(leaving, leads_there)) >= kMostEdges) {
    sink_->note(LedgerRow::kLockOrderLimit);
    return;
  }
  known_.insert(place, key);
  const auto index = static_cast<std::uint32_t>(edges_.size());
  leaving.push_back(index);
  edges_.push_back({.from = from.lock,
                    .to = to,
                    .from_shared = from.shared,
                    .to_shared = to_shared,
                    .attempted = sync.attempted,
                    .thread = sync.thread,
                    .time = order_.number(sync.thread),
                    .from_site = from.site,
                    .to_site = sync.site,
                    .event = sink_->event(),
                    .ordinal = ordinal_,
                    .address = sync.object,
                    .gates = held_by(sync.thread),
                    .clock = order_.clock_of(sync.thread)});
  if (!sync.attempted) {
    find_cycles(index, false);
  }
  if (guesses_) {
    find_cycles(index, true);
  }
}

void LockOrder::find_cycles(std::uint32_t newest, bool guesses) {
  is_guessing_ = guesses;
  path_.assign(1, newest);
  steps_left_ = kMostSteps;
  close_cycles(newest);
}

bool LockOrder::is_guess() const {
  return std::ranges::any_of(path_, [this](std::uint32_t index) {
    return edges_[index].attempted || std::ranges::any_of(path_, [this, index](std::uint32_t other) {
             return other != index && edges_[other].thread == edges_[index].thread;
           });
  });
}

// From the last edge of the path on, depth first, back to where the first one starts.
void LockOrder::close_cycles(std::uint32_t last) {
  const std::uint32_t lock = edges_[last].to;
  if (lock >= from_.size()) {
    return;
  }
  if (path_.size() == kMostThreads) {
    sink_->note(LedgerRow::kLockOrderLimit);
    return;
  }
  for (const std::uint32_t next : from_[lock]) {
    if (steps_left_ == 0) {
      sink_->note(LedgerRow::kLockOrderLimit);
      return;
    }
    --steps_left_;
    if (!may_follow(edges_[next])) {
      continue;
    }
    path_.push_back(next);
    const Edge& first = edges_[path_.front()];
    if (edges_[next].to != first.from) {
      close_cycles(next);
    } else if (!(edges_[next].to_shared && first.from_shared) && is_guess() == is_guessing_) {
      report_cycle();
    }
    path_.pop_back();
  }
}

bool LockOrder::may_follow(const Edge& next) const {
  if ((edges_[path_.back()].to_shared && next.from_shared) || (next.attempted && !is_guessing_)) {
    return false;
  }
  return std::ranges::all_of(path_, [&](std::uint32_t index) {
    const Edge& edge = edges_[index];
    const bool is_own = edge.thread == next.thread;
    const bool is_ordered = next.clock.of(edge.thread) >= edge.time || edge.clock.of(next.thread) >= next.time;
    if (is_own ? !is_guessing_ : is_ordered) {
      return false;
    }
    return std::ranges::none_of(edge.gates, [&](const Held& gate) {
      return std::ranges::any_of(
          next.gates, [&](const Held& other) { return gate.lock == other.lock && !(gate.shared && other.shared); });
    });
  });
}

void LockOrder::predict_cycle() {
  Suspect suspect;
  suspect.kind = SuspectKind::kLockCycle;
  suspect.rank = is_guessing_ ? SuspectRank::kUnknown : SuspectRank::kUnordered;
  for (const std::uint32_t index : path_) {
    const Edge& edge = edges_[index];
    const bool is_only_one =
        std::ranges::count(path_, edge.thread, [this](std::uint32_t other) { return edges_[other].thread; }) == 1;
    suspect.accesses.push_back({.thread = name_of_(edge.thread),
                                .this_thread = is_only_one,
                                .site = edge.to_site,
                                .stack = {},
                                .ordinal = edge.ordinal});
  }
  sink_->suspect(suspect);
}

void LockOrder::report_cycle() {
  predict_cycle();
  if (is_guessing_) {
    return;
  }
  Fault fault = fault_of(kKinds[0]);
  fault.side_count = 0;
  // The same wherever the cycle was entered.
  std::uint64_t edges = 0;
  std::vector<SiteId> sites;
  for (const std::uint32_t index : path_) {
    const Edge& edge = edges_[index];
    edges += combine(edge.from_site.value, edge.to_site.value);
    sites.push_back(edge.to_site);
    fault.add({.thread = edge.thread,
               .operation = acquisition(edge.to_shared, edge.address, edge.to_site),
               .event = edge.event});
  }
  fault.cycle = cycle_key(sites);
  fault.signature = combine(hash_bytes(name(fault.kind)), edges);
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

void LockOrder::say(Sentence& sentence, const Fault& fault) {
  sentence.thread(fault.last().thread)
      .text(" and ")
      .thread(fault.earlier().thread)
      .text(" take the same locks in different orders");
}

}  // namespace heddle
