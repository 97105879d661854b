#include "order.h"

#include <algorithm>

namespace heddle::truth {

namespace {

constexpr int kRelaxed = 0;
constexpr int kRelease = 3;

bool acquires(int order) { return order != kRelaxed && order != kRelease; }
bool releases(int order) { return order >= kRelease; }

void join_clocks(Clock& into, const Clock& from) {
  for (std::size_t thread = 0; thread < into.size(); ++thread) {
    into[thread] = std::max(into[thread], from[thread]);
  }
}

void append(std::string& key, const Clock& clock) {
  for (const std::uint8_t epoch : clock) {
    key += static_cast<char>(epoch);
  }
}

}  // namespace

Order::Order() {
  for (int thread = 0; thread < kMostThreads; ++thread) {
    epoch(thread) = 1;
  }
}

void Order::access(const Access& access, Races& races) {
  const Past now{.thread = static_cast<std::uint8_t>(access.thread),
                 .epoch = epoch(access.thread),
                 .writes = access.writes,
                 .atomic = access.atomic,
                 .line = static_cast<std::int16_t>(access.line)};
  for (int byte = access.offset; byte < access.offset + access.size; ++byte) {
    std::set<Past>& past = past_.at(static_cast<std::size_t>(byte));
    for (const Past& before : past) {
      const bool conflicts = (before.writes | now.writes) != 0 && (before.atomic & now.atomic) == 0;
      if (before.thread != now.thread && conflicts && clock(access.thread)[before.thread] < before.epoch) {
        races.lines.insert(std::minmax<int>(before.line, now.line));
        if ((raced_ & 1U << byte) == 0) {
          races.first.insert(now.line);
        }
      }
    }
    for (const Past& before : past) {
      if (before.thread != now.thread && (before.writes | now.writes) != 0 && (before.atomic & now.atomic) == 0 &&
          clock(access.thread)[before.thread] < before.epoch) {
        raced_ |= 1U << byte;
      }
    }
    past.insert(now);
  }
}

void Order::load(int thread, int offset, int size, int order) {
  for (int byte = offset; byte < offset + size; ++byte) {
    for (const Clock& published : sequence_.at(static_cast<std::size_t>(byte))) {
      join_clocks(acquires(order) ? clock(thread) : loaded_[static_cast<std::size_t>(thread)], published);
    }
  }
}

void Order::store(int thread, int offset, int size, int order, bool is_exchange) {
  // It belongs to the sequences that any of its bytes belonged to: an exchange to all, a store to those of its thread.
  std::array<Clock, kMostThreads> published{};
  for (int byte = offset; byte < offset + size; ++byte) {
    for (std::size_t head = 0; head < published.size(); ++head) {
      if (is_exchange || head == static_cast<std::size_t>(thread)) {
        join_clocks(published[head], sequence_.at(static_cast<std::size_t>(byte))[head]);
      }
    }
  }
  join_clocks(published[static_cast<std::size_t>(thread)],
              releases(order) ? clock(thread) : released_[static_cast<std::size_t>(thread)]);
  for (int byte = offset; byte < offset + size; ++byte) {
    sequence_.at(static_cast<std::size_t>(byte)) = published;
  }
  if (releases(order)) {
    ++epoch(thread);
  }
}

void Order::fence(int thread, int order) {
  if (acquires(order)) {
    join_clocks(clock(thread), loaded_[static_cast<std::size_t>(thread)]);
  }
  if (releases(order)) {
    released_[static_cast<std::size_t>(thread)] = clock(thread);
    ++epoch(thread);
  }
}

void Order::lock(int thread, Lock lock) {
  join_clocks(clock(thread), unlocked_[static_cast<std::size_t>(lock)]);
  join_clocks(clock(thread), unlocked_shared_[static_cast<std::size_t>(lock)]);
}

void Order::unlock(int thread, Lock lock) {
  unlocked_[static_cast<std::size_t>(lock)] = clock(thread);
  ++epoch(thread);
}

void Order::lock_shared(int thread, Lock lock) {
  join_clocks(clock(thread), unlocked_[static_cast<std::size_t>(lock)]);
}

void Order::unlock_shared(int thread, Lock lock) {
  join_clocks(unlocked_shared_[static_cast<std::size_t>(lock)], clock(thread));
  ++epoch(thread);
}

void Order::send(int thread, Channel channel) {
  join_clocks(sent_[static_cast<std::size_t>(channel)], clock(thread));
  ++epoch(thread);
}

void Order::receive(int thread, Channel channel) {
  join_clocks(clock(thread), sent_[static_cast<std::size_t>(channel)]);
}

void Order::create(int thread, int child) {
  join_clocks(clock(child), clock(thread));
  ++epoch(thread);
}

void Order::join(int thread, int ended) { join_clocks(clock(thread), clock(ended)); }

void Order::append_to(std::string& key, const std::array<bool, kMostThreads>& alive) {
  for (int byte = 0; byte < kMemoryBytes; ++byte) {
    std::set<Past>& past = past_.at(static_cast<std::size_t>(byte));
    // Known to all that are left: nothing races with it any more. A thread to come knows what its creator knows.
    std::erase_if(past, [&](const Past& access) {
      for (std::size_t thread = 0; thread < kMostThreads; ++thread) {
        if (alive[thread] && thread != access.thread && clocks_[thread][access.thread] < access.epoch) {
          return false;
        }
      }
      return true;
    });
    for (const Past& access : past) {
      key += static_cast<char>(access.thread | access.writes << 2 | access.atomic << 3);
      key += static_cast<char>(access.epoch);
      key += static_cast<char>(access.line);
      key += static_cast<char>(access.line >> 8);
    }
    key += '\xff';
    for (const Clock& published : sequence_.at(static_cast<std::size_t>(byte))) {
      append(key, published);
    }
  }
  for (const auto& clocks : {clocks_, released_, loaded_}) {
    for (const Clock& clock : clocks) {
      append(key, clock);
    }
  }
  for (const auto& clocks : {unlocked_, unlocked_shared_}) {
    for (const Clock& clock : clocks) {
      append(key, clock);
    }
  }
  for (const Clock& clock : sent_) {
    append(key, clock);
  }
  for (int part = 0; part < 24; part += 8) {
    key += static_cast<char>(raced_ >> part);
  }
}

}  // namespace heddle::truth
