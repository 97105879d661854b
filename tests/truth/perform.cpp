// How each instruction changes the machine.
#include <algorithm>

#include "machine.h"

namespace heddle::truth {

int Machine::place(int thread, const Statement& of) const {
  if (of.index_register < 0) {
    return of.offset;
  }
  const std::uint64_t index = at(thread).registers[static_cast<std::size_t>(of.index_register)];
  return of.offset + static_cast<int>(index & static_cast<std::uint64_t>(of.index_mask));
}

std::uint64_t Machine::operand(int thread, const Statement& of) const {
  return of.source_register < 0 ? of.value
                                : of.value + at(thread).registers[static_cast<std::size_t>(of.source_register)];
}

std::uint64_t Machine::load(int offset, int size) const {
  std::uint64_t value = 0;
  for (int byte = size - 1; byte >= 0; --byte) {
    value = value << 8U | memory_.at(static_cast<std::size_t>(offset + byte));
  }
  return value;
}

void Machine::store(int offset, int size, std::uint64_t value) {
  for (int byte = 0; byte < size; ++byte) {
    memory_.at(static_cast<std::size_t>(offset + byte)) = static_cast<std::uint8_t>(value >> (8 * byte));
  }
}

int Machine::text_length(int offset) const {
  int length = 1;
  while (memory_.at(static_cast<std::size_t>(offset + length - 1)) != 0) {
    ++length;
  }
  return length;
}

void Machine::touch(int thread, int offset, int size, int line, bool writes, bool atomic, Races& races) {
  if (follow_.order) {
    order_.access({.thread = thread, .offset = offset, .size = size, .line = line, .writes = writes, .atomic = atomic},
                  races);
  }
}

void Machine::acquire_mutex(int thread, int mutex) {
  owner_[static_cast<std::size_t>(mutex)] = thread;
  order_.lock(thread, static_cast<Lock>(mutex));
}

void Machine::release_mutex(int thread, int mutex) {
  owner_[static_cast<std::size_t>(mutex)] = -1;
  order_.unlock(thread, static_cast<Lock>(mutex));
}

void Machine::perform(int number, const Alternative& how, Races& races) {
  Thread& thread = at(number);
  const Instruction& instruction = next(number);
  const Op op = instruction.op;
  if (thread.phase == Phase::kQueued || thread.phase == Phase::kReacquire || op == Op::kWait || op == Op::kTimedWait) {
    return wait_or_wake(number, how);
  }
  if (how.manner == Manner::kTimeout) {
    thread.failed = true;
    if (op == Op::kSemaphoreTimedWait) {
      thread.registers[static_cast<std::size_t>(instruction.of.target)] = 1;
    }
    ++thread.position;
    return;
  }
  const int before = thread.position;
  if (op <= Op::kCompareBytes) {
    perform_memory(number, instruction.of, op, races);
  } else if (op <= Op::kFence) {
    perform_atomic(number, instruction.of, op, races);
  } else if (op <= Op::kReadWriteUnlock) {
    perform_lock(number, instruction.of, op);
  } else {
    perform_other(number, instruction.of, op, how.variant);
  }
  if (thread.phase != Phase::kAtBarrier && thread.position == before) {
    ++thread.position;
  }
}

// A wait has three steps: it lets the mutex go, it is woken (by another thread's step, by time, or for no reason), and
// it takes the mutex again.
void Machine::wait_or_wake(int number, const Alternative& how) {
  Thread& thread = at(number);
  const Statement& of = next(number).of;
  if (thread.phase == Phase::kBefore) {
    release_mutex(number, of.mutex);
    thread.phase = Phase::kQueued;
    thread.timed_out = false;
    thread.ticket = next_ticket_++;
  } else if (thread.phase == Phase::kQueued) {
    thread.timed_out = how.manner == Manner::kTimeout;
    thread.phase = Phase::kReacquire;
  } else {
    acquire_mutex(number, of.mutex);
    thread.registers[static_cast<std::size_t>(of.target)] = thread.timed_out ? 1 : 0;
    thread.timed_out = false;
    thread.phase = Phase::kBefore;
    ++thread.position;
  }
}

void Machine::perform_memory(int number, const Statement& of, Op op, Races& races) {
  Thread& thread = at(number);
  const int offset = place(number, of);
  std::uint64_t& result = thread.registers[static_cast<std::size_t>(of.target)];
  const auto read = [&](int size) { touch(number, offset, size, of.line, false, false, races); };
  const auto write = [&](int size) { touch(number, offset, size, of.line, true, false, races); };
  const auto keep = [&](int size) {
    read(size);
    thread.held.assign(memory_.begin() + offset, memory_.begin() + offset + size);
  };
  switch (op) {
    case Op::kRead:
      read(of.size);
      result = load(offset, of.size);
      break;
    case Op::kWrite:
      write(of.size);
      store(offset, of.size, operand(number, of));
      break;
    case Op::kReadBytes:
      keep(of.count);
      break;
    case Op::kReadText:
      keep(text_length(offset));
      break;
    case Op::kWriteBytes:
      write(static_cast<int>(thread.held.size()));
      std::ranges::copy(thread.held, memory_.begin() + offset);
      thread.held.clear();
      break;
    case Op::kWriteSum: {
      std::uint64_t sum = 0;
      for (std::size_t byte = 0; byte < thread.held.size(); ++byte) {
        sum |= std::uint64_t{thread.held[byte]} << (8 * byte);
      }
      write(of.size);
      store(offset, of.size, sum + of.value);
      thread.held.clear();
      break;
    }
    case Op::kFill:
      write(of.count);
      std::fill_n(memory_.begin() + offset, of.count, static_cast<std::uint8_t>(of.value));
      break;
    case Op::kFindByte: {
      const auto begin = memory_.begin() + offset;
      const auto found = std::find(begin, begin + of.count, static_cast<std::uint8_t>(of.value));
      result = static_cast<std::uint64_t>(found - begin);
      read(std::min(of.count, static_cast<int>(result) + 1));
      break;
    }
    case Op::kLength:
      read(text_length(offset));
      result = static_cast<std::uint64_t>(text_length(offset) - 1);
      break;
    default:
      read(of.count);
      result = std::equal(thread.held.begin(), thread.held.end(), memory_.begin() + offset) ? 1 : 0;
      thread.held.clear();
      break;
  }
}

void Machine::perform_atomic(int number, const Statement& of, Op op, Races& races) {
  if (op == Op::kFence) {
    return order_.fence(number, of.order);
  }
  const int offset = place(number, of);
  const std::uint64_t before = load(offset, of.size);
  const std::uint64_t mask = of.size == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * of.size)) - 1;
  const bool stores = op != Op::kAtomicLoad && (op != Op::kCompareExchange || before == (of.expected & mask));
  const bool loads = op != Op::kAtomicStore;
  const int order = op == Op::kCompareExchange && !stores ? of.failure_order : of.order;
  const std::uint64_t value = operand(number, of);
  if (loads) {
    order_.load(number, offset, of.size, order);
  }
  touch(number, offset, of.size, of.line, stores, true, races);
  if (stores) {
    order_.store(number, offset, of.size, order, loads);
    store(offset, of.size, op == Op::kAtomicAdd ? before + value : value);
  }
  if (loads) {
    at(number).registers[static_cast<std::size_t>(of.target)] =
        op == Op::kCompareExchange ? static_cast<std::uint64_t>(stores) : before;
  }
}

void Machine::perform_lock(int number, const Statement& of, Op op) {
  bool& failed = at(number).failed;
  failed = false;
  switch (op) {
    case Op::kLock:
    case Op::kTimedLock:
    case Op::kTryLock:
      failed = owner_[static_cast<std::size_t>(of.object)] >= 0;
      return failed ? void() : acquire_mutex(number, of.object);
    case Op::kUnlock:
      return release_mutex(number, of.object);
    case Op::kSpinLock:
    case Op::kSpinTryLock:
      failed = spin_owner_ >= 0;
      if (!failed) {
        spin_owner_ = number;
        order_.lock(number, Lock::kSpin);
      }
      return;
    case Op::kSpinUnlock:
      spin_owner_ = -1;
      return order_.unlock(number, Lock::kSpin);
    case Op::kReadLock:
    case Op::kTryReadLock:
      failed = writer_ >= 0;
      if (!failed) {
        ++readers_;
        order_.lock_shared(number, Lock::kReadWrite);
      }
      return;
    case Op::kWriteLock:
    case Op::kTryWriteLock:
      failed = writer_ >= 0 || readers_ != 0;
      if (!failed) {
        writer_ = number;
        order_.lock(number, Lock::kReadWrite);
      }
      return;
    default:
      if (writer_ == number) {
        writer_ = -1;
        return order_.unlock(number, Lock::kReadWrite);
      }
      --readers_;
      return order_.unlock_shared(number, Lock::kReadWrite);
  }
}

void Machine::perform_other(int number, const Statement& of, Op op, int variant) {
  Thread& thread = at(number);
  std::uint64_t& result = thread.registers[static_cast<std::size_t>(of.target)];
  int& semaphore = semaphores_.at(static_cast<std::size_t>(of.object % kSemaphores));
  const auto channel = static_cast<Channel>(of.object);
  switch (op) {
    case Op::kSignal:
    case Op::kBroadcast: {
      const std::vector<int> queue = waiters(of.object);
      for (std::size_t rank = 0; rank < queue.size(); ++rank) {
        if (op == Op::kBroadcast || static_cast<int>(rank) == variant) {
          at(queue[rank]).phase = Phase::kReacquire;
        }
      }
      return;
    }
    case Op::kSemaphoreWait:
    case Op::kSemaphoreTimedWait:
    case Op::kSemaphoreTryWait: {
      const bool failed = semaphore == 0;
      if (!failed) {
        --semaphore;
        order_.receive(number, channel);
      }
      if (op != Op::kSemaphoreWait) {
        result = failed ? 1 : 0;
      }
      return;
    }
    case Op::kSemaphorePost:
      order_.send(number, channel);
      ++semaphore;
      return;
    case Op::kBarrier:
      return arrive(number);
    case Op::kChoose:
      result = static_cast<std::uint64_t>(variant);
      return;
    default:
      return;
  }
}

// The last of the two lets the first one go on.
void Machine::arrive(int number) {
  order_.send(number, Channel::kBarrier);
  for (int other = 0; other < kMostThreads; ++other) {
    if (at(other).phase == Phase::kAtBarrier) {
      at(other).phase = Phase::kBefore;
      ++at(other).position;
      order_.receive(other, Channel::kBarrier);
      order_.receive(number, Channel::kBarrier);
      return order_.renew(Channel::kBarrier);
    }
  }
  at(number).phase = Phase::kAtBarrier;
}

}  // namespace heddle::truth
