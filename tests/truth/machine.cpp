#include "machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::truth {

Machine::Machine(const Code& code, Follow follow) : code_(&code), follow_(follow), semaphores_(code.semaphores) {
  at(0).phase = Phase::kBefore;
  settle();
}

bool Machine::ended() const { return at(0).phase == Phase::kEnded; }

std::vector<int> Machine::waiters(int condition) const {
  std::vector<int> queue;
  for (int thread = 0; thread < kMostThreads; ++thread) {
    if (at(thread).phase == Phase::kQueued && next(thread).of.object == condition) {
      queue.push_back(thread);
    }
  }
  std::ranges::sort(queue, {}, [this](int thread) { return at(thread).ticket; });
  return queue;
}

// In how many ways it can do its operation now.
int Machine::ordinary_variants(int thread) const {
  const Phase phase = at(thread).phase;
  const Statement& of = next(thread).of;
  if (phase == Phase::kReacquire) {
    return owner_[static_cast<std::size_t>(of.mutex)] < 0 ? 1 : 0;
  }
  if (phase != Phase::kBefore) {
    return 0;
  }
  switch (next(thread).op) {
    case Op::kLock:
    case Op::kTimedLock:
      return owner_[static_cast<std::size_t>(of.object)] < 0 ? 1 : 0;
    case Op::kSpinLock:
      return spin_owner_ < 0 ? 1 : 0;
    case Op::kReadLock:
      return writer_ < 0 ? 1 : 0;
    case Op::kWriteLock:
      return writer_ < 0 && readers_ == 0 ? 1 : 0;
    case Op::kSemaphoreWait:
    case Op::kSemaphoreTimedWait:
      return semaphores_[static_cast<std::size_t>(of.object)] != 0 ? 1 : 0;
    case Op::kSignal:
      return std::max(1, static_cast<int>(waiters(of.object).size()));
    case Op::kChoose:
      return of.count;
    case Op::kJoin:  // otherwise it would have happened
    case Op::kEnd:
      return 0;
    default:
      return 1;
  }
}

bool Machine::can_time_out(int thread) const {
  const Op op = next(thread).op;
  if (at(thread).phase == Phase::kQueued) {
    return op == Op::kTimedWait;
  }
  return at(thread).phase == Phase::kBefore && (op == Op::kTimedLock || op == Op::kSemaphoreTimedWait) &&
         ordinary_variants(thread) == 0;
}

std::vector<Alternative> Machine::alternatives() const {
  std::vector<Alternative> all;
  if (failed_) {
    return all;
  }
  bool beside_others = false;
  for (int thread = 0; thread < kMostThreads; ++thread) {
    if (at(thread).phase == Phase::kUnborn || at(thread).phase == Phase::kEnded) {
      continue;
    }
    const int variants = ordinary_variants(thread);
    for (int variant = 0; variant < variants; ++variant) {
      all.push_back({.thread = thread, .manner = Manner::kOrdinary, .variant = variant});
    }
    if (can_time_out(thread)) {
      all.push_back({.thread = thread, .manner = Manner::kTimeout, .deadline = next(thread).of.deadline});
    }
    const bool counts = follow_.spurious == Spurious::kBesideAll || next(thread).op > Op::kCompareBytes;
    beside_others = beside_others || can_time_out(thread) || (variants != 0 && counts);
    if (at(thread).phase == Phase::kQueued) {
      all.push_back({.thread = thread, .manner = Manner::kSpurious});
    }
  }
  if (!beside_others) {
    std::erase_if(all, [](const Alternative& alternative) { return alternative.manner == Manner::kSpurious; });
  }
  return all;
}

void Machine::take(const Alternative& alternative, Races& races) {
  last_ = alternative.thread;
  const bool yields = at(alternative.thread).phase == Phase::kBefore && next(alternative.thread).op == Op::kYield;
  yielded_ = alternative.manner == Manner::kTimeout || yields;
  perform(alternative.thread, alternative, races);
  settle();
}

void Machine::settle() {
  bool moved = true;
  while (moved && !failed_) {
    moved = false;
    for (int thread = 0; thread < kMostThreads; ++thread) {
      moved = settle(thread) || moved;
    }
  }
}

// One instruction that is no step; false: there is none.
bool Machine::settle(int number) {
  Thread& thread = at(number);
  if (thread.phase != Phase::kBefore) {
    return false;
  }
  const Instruction& instruction = next(number);
  const Statement& of = instruction.of;
  const auto value = [&] { return thread.registers[static_cast<std::size_t>(of.target)]; };
  switch (instruction.op) {
    case Op::kCreate:
      if (at(of.object).phase == Phase::kUnborn) {
        at(of.object).phase = Phase::kBefore;
        order_.create(number, of.object);
      }
      break;
    case Op::kJoin:
      if (at(of.object).phase != Phase::kUnborn && at(of.object).phase != Phase::kEnded) {
        return false;
      }
      if (at(of.object).phase == Phase::kEnded) {
        order_.join(number, of.object);
      }
      break;
    case Op::kAssert:
      failed_ = failed_ || value() == of.value;
      break;
    case Op::kJumpIfNot:
      thread.position = value() == of.value ? thread.position : instruction.jump - 1;
      break;
    case Op::kJumpIfFailed:
      thread.position = thread.failed ? instruction.jump - 1 : thread.position;
      break;
    case Op::kJump:
      thread.position = instruction.jump - 1;
      break;
    case Op::kEnd:
      thread.phase = Phase::kEnded;
      return true;
    default:
      return false;
  }
  ++thread.position;
  return true;
}

std::string Machine::final_state() const {
  std::string text;
  for (const std::uint8_t byte : memory_) {
    text += fmt::format("{:02x}", byte);
  }
  for (const Thread& thread : threads_) {
    text += fmt::format(",{:x}.{:x}", thread.registers[0], thread.registers[1]);
  }
  return text;
}

std::string Machine::key() {
  std::string key;
  std::array<bool, kMostThreads> alive{};
  for (int number = 0; number < kMostThreads; ++number) {
    const Thread& thread = at(number);
    alive[static_cast<std::size_t>(number)] = thread.phase != Phase::kUnborn && thread.phase != Phase::kEnded;
    int rank = 0;  // in all queues, which is enough
    for (const Thread& other : threads_) {
      rank += other.phase == Phase::kQueued && other.ticket < thread.ticket ? 1 : 0;
    }
    rank = thread.phase == Phase::kQueued ? rank : 0;
    key += fmt::format("{},{},{:x},{:x},{}{}{}|", static_cast<int>(thread.phase), thread.position, thread.registers[0],
                       thread.registers[1], thread.failed ? 1 : 0, thread.timed_out ? 1 : 0, rank);
    key.append(thread.held.begin(), thread.held.end());
    key += '/';
  }
  key.append(memory_.begin(), memory_.end());
  for (const int number : {owner_[0], owner_[1], spin_owner_, writer_, readers_, semaphores_[0], semaphores_[1]}) {
    key += static_cast<char>(number + 1);
  }
  key += failed_ ? 'f' : '-';
  if (follow_.order) {
    order_.append_to(key, alive);
  }
  return key;
}

}  // namespace heddle::truth
