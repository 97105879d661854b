// The interpreter: a state of a program, what can happen next, and what comes of it, as docs/architecture.md and the
// documentation of the primitives have it. Sequentially consistent; it shares no code with heddle.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "code.h"
#include "order.h"

namespace heddle::truth {

enum class Phase : std::uint8_t {
  kUnborn,
  kBefore,     // its next instruction
  kQueued,     // at a condition variable
  kReacquire,  // ... and on its way back
  kAtBarrier,
  kEnded,
};

enum class Manner : std::uint8_t { kOrdinary, kTimeout, kSpurious };

// One way to go on.
struct Alternative {
  int thread = 0;
  Manner manner = Manner::kOrdinary;
  int variant = 0;   // which waiter is woken, which value is chosen
  int deadline = 0;  // of a timeout
};

// A condition variable wakes for no reason while another thread can go on: with anything, or with an operation that
// is visible whatever memory is known to be shared.
enum class Spurious : std::uint8_t { kBesideAll, kBesideSynchronisation };

struct Follow {
  bool order = false;  // happens-before
  Spurious spurious = Spurious::kBesideAll;
};

class Machine {
 public:
  Machine(const Code& code, Follow follow);

  // Empty: nothing can happen any more.
  [[nodiscard]] std::vector<Alternative> alternatives() const;
  // Where happens-before is followed, the races are added.
  void take(const Alternative& alternative, Races& races);

  [[nodiscard]] bool failed() const { return failed_; }  // an assertion has
  [[nodiscard]] bool ended() const;
  [[nodiscard]] std::string final_state() const;
  // Equal: nothing that follows can differ.
  [[nodiscard]] std::string key();

  // Who made the last step, and whether leaving it is free because it yielded or timed out.
  [[nodiscard]] int last() const { return last_; }
  [[nodiscard]] bool yielded() const { return yielded_; }

 private:
  struct Thread {
    Phase phase = Phase::kUnborn;
    int position = 0;
    std::array<std::uint64_t, kRegisters> registers{};
    std::vector<std::uint8_t> held;  // what was read, to be written
    bool failed = false;             // the last attempt
    bool timed_out = false;
    int ticket = 0;  // in the queue of a condition variable
  };

  [[nodiscard]] const Instruction& next(int thread) const {
    return code_->threads[static_cast<std::size_t>(thread)][static_cast<std::size_t>(at(thread).position)];
  }
  [[nodiscard]] const Thread& at(int thread) const { return threads_[static_cast<std::size_t>(thread)]; }
  Thread& at(int thread) { return threads_[static_cast<std::size_t>(thread)]; }

  [[nodiscard]] std::vector<int> waiters(int condition) const;
  [[nodiscard]] int ordinary_variants(int thread) const;
  [[nodiscard]] bool can_time_out(int thread) const;

  // What happens without a step, until nothing does.
  void settle();
  bool settle(int thread);
  void perform(int thread, const Alternative& how, Races& races);
  void wait_or_wake(int thread, const Alternative& how);
  void perform_memory(int thread, const Statement& of, Op op, Races& races);
  void perform_atomic(int thread, const Statement& of, Op op, Races& races);
  void perform_lock(int thread, const Statement& of, Op op);
  void perform_other(int thread, const Statement& of, Op op, int variant);
  void arrive(int thread);
  void acquire_mutex(int thread, int mutex);
  void release_mutex(int thread, int mutex);

  [[nodiscard]] int place(int thread, const Statement& of) const;
  [[nodiscard]] std::uint64_t operand(int thread, const Statement& of) const;
  [[nodiscard]] std::uint64_t load(int offset, int size) const;
  void store(int offset, int size, std::uint64_t value);
  [[nodiscard]] int text_length(int offset) const;  // with the zero
  void touch(int thread, int offset, int size, int line, bool writes, bool atomic, Races& races);

  const Code* code_;
  Follow follow_;
  Order order_;
  std::array<Thread, kMostThreads> threads_;
  std::array<std::uint8_t, kMemoryBytes> memory_{};
  std::array<int, kMutexes> owner_{-1, -1};
  int spin_owner_ = -1;
  int writer_ = -1;
  int readers_ = 0;
  std::array<int, kSemaphores> semaphores_{};
  int next_ticket_ = 0;
  int last_ = 0;
  bool yielded_ = false;
  bool failed_ = false;
};

}  // namespace heddle::truth
