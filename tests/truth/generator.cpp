#include "generator.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace heddle::truth {

namespace {

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same everywhere, unlike the distributions of <random>.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL) {}
  int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
  bool one_in(int count) { return below(count) == 0; }
  std::uint64_t next() {
    std::uint64_t value = state_ += 0x9e3779b97f4a7c15ULL;
    value = (value ^ value >> 30U) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ value >> 27U) * 0x94d049bb133111ebULL;
    return value ^ value >> 31U;
  }

 private:
  std::uint64_t state_;
};

// What the threads of one program do, mostly.
enum class Theme : std::uint8_t {
  kPlain,
  kAtomics,
  kLocks,
  kReadWrite,
  kConditions,
  kSemaphores,
  kText,
  kBytes,
  kInput
};
constexpr int kThemes = 9;

class Generator {
 public:
  Generator(Dice& dice, int steps) : dice_(dice), steps_(steps), base_(dice.below(2) * 8), themes_{theme(), theme()} {}

  Program program() {
    Program program;
    for (int& value : program.semaphores) {
      value = dice_.below(2);
    }
    if (dice_.one_in(4)) {
      publication(program);
      return program;
    }
    has_third_ = dice_.one_in(2);
    for (int thread = 1; thread < (has_third_ ? 3 : 2); ++thread) {
      program.threads.at(static_cast<std::size_t>(thread)) = steps(1 + dice_.below(steps_), thread);
    }
    program.threads[0] = main();
    if (has_third_ && !created_) {
      create_late(program);
    }
    return program;
  }

 private:
  Theme theme() { return static_cast<Theme>(dice_.below(kThemes)); }

  Block main() {
    Block block;
    append(block, few(2));
    block.push_back(of_thread(Verb::kCreate, 1));
    append(block, few(2));
    if (has_third_ && dice_.one_in(3)) {
      block.push_back(created_in_branch());
    } else if (has_third_ && dice_.one_in(2)) {
      created_ = true;
      block.push_back(of_thread(Verb::kCreate, 2));
    }
    append(block, few(dice_.one_in(2) ? steps_ : 1));
    block.push_back(of_thread(Verb::kJoin, 1));
    append(block, few(2));
    block.push_back(of_thread(Verb::kJoin, 2));
    append(block, few(2));
    if (dice_.one_in(4)) {
      Statement check;
      check.verb = Verb::kLoad;
      address(check);
      block.push_back(check);
      check.verb = Verb::kAssert;
      check.value = 1 + small();
      block.push_back(check);
    }
    return block;
  }

  // One thread writes and says so by an atomic, another one reads if it sees that, and a third one may come between.
  // Whether that orders them is up to orders, fences and the bytes they share.
  void publication(Program& program) {
    themes_ = {Theme::kAtomics, Theme::kAtomics};
    program.threads[0] = {of_thread(Verb::kCreate, 1), of_thread(Verb::kCreate, 2)};
    Statement data = plain_of(Verb::kStore, 8 - base_);
    data.value = 1;
    program.threads[1] = {data};
    append(program.threads[1], maybe_fence());
    program.threads[1].push_back(flag(Verb::kAtomicStore));
    if (dice_.one_in(3)) {
      program.threads[1].push_back(atomic_statement());
    }
    Block& reader = program.threads[2];
    reader.push_back(flag(dice_.one_in(4) ? Verb::kAtomicAdd : Verb::kAtomicLoad));
    append(reader, maybe_fence());
    Statement branch;
    branch.verb = Verb::kIf;
    branch.target = reader.front().target;
    branch.otherwise = {plain_of(Verb::kLoad, 8 - base_)};  // it is not 0
    reader.push_back(branch);
    const Statement announcement = *std::ranges::find_if(program.threads[1], is_store);
    for (int more = dice_.below(3); more > 0; --more) {
      program.threads[0].push_back(dice_.one_in(2) ? atomic_statement() : on_same_bytes(announcement));
    }
    append(program.threads[0], {of_thread(Verb::kJoin, 1), of_thread(Verb::kJoin, 2)});
  }

  static bool is_store(const Statement& statement) {
    return statement.verb == Verb::kAtomicStore || statement.verb == Verb::kAtomicExchange;
  }
  // Goes on with a release sequence, or ends it.
  Statement on_same_bytes(const Statement& announcement) {
    Statement of;
    do {
      of = atomic_statement();
    } while (of.verb == Verb::kFence || of.verb == Verb::kAtomicLoad);
    of.size = announcement.size;
    of.offset = announcement.offset;
    of.source_register = -1;
    of.value = 1;
    return of;
  }

  Statement plain_of(Verb verb, int base) {
    Statement of;
    address(of);
    of.offset = base + of.offset % 8;
    of.verb = verb;
    of.target = 1;
    return of;
  }
  Statement atomic_statement() {
    Statement of;
    of.target = dice_.below(kRegisters);
    of.value = small();
    atomic(of);
    return of;
  }
  // Of any size, at the beginning of the eight bytes or at their end.
  Statement flag(Verb verb) {
    Statement of;
    do {
      of = atomic_statement();
    } while (of.verb != verb && (verb != Verb::kAtomicStore || !is_store(of)));
    of.offset = base_ + (dice_.one_in(2) ? 0 : 8 - of.size);
    of.target = 0;
    of.value = verb == Verb::kAtomicAdd ? 0 : 1;
    of.source_register = -1;
    return of;
  }
  Block maybe_fence() {
    if (!dice_.one_in(3)) {
      return {};
    }
    Statement fence;
    fence.verb = Verb::kFence;
    fence.order = 2 + dice_.below(4);
    return {fence};
  }

  // By thread 1, somewhere; main joins that one first.
  void create_late(Program& program) {
    Block& block = program.threads[1];
    const auto place = block.begin() + dice_.below(static_cast<int>(block.size()) + 1);
    block.insert(place, dice_.one_in(2) ? of_thread(Verb::kCreate, 2) : created_in_branch());
  }

  Statement created_in_branch() {
    created_ = true;
    Statement branch;
    branch.verb = Verb::kIf;
    branch.target = dice_.below(kRegisters);
    branch.value = static_cast<std::uint64_t>(dice_.below(2));
    branch.body.push_back(of_thread(Verb::kCreate, 2));
    branch.otherwise = few(2);
    return branch;
  }

  static Statement of_thread(Verb verb, int number) {
    Statement statement;
    statement.verb = verb;
    statement.object = number;
    return statement;
  }

  static void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }
  Block few(int less_than) { return steps(dice_.below(less_than), 0); }

  Block steps(int count, int thread) {
    Block block;
    while (count > 0) {
      block.push_back(statement(count, thread));
      count -= 1 + weight(block.back().body) + weight(block.back().otherwise);
    }
    return block;
  }
  static int weight(const Block& block) {
    int sum = 0;
    for (const Statement& statement : block) {
      sum += 1 + weight(statement.body) + weight(statement.otherwise);
    }
    return sum;
  }

  // `left`: about so many steps may be in it.
  Statement statement(int left, int thread) {
    Statement of;
    of.target = dice_.below(kRegisters);
    of.value = small();
    of.deadline = deadlines_++ % 24;
    if (dice_.one_in(10) && left > 1) {
      of.verb = dice_.one_in(3) ? Verb::kRepeat : Verb::kIf;
      of.count = 2;
      of.value = static_cast<std::uint64_t>(dice_.below(2));
      of.body = steps(1 + dice_.below(2), thread);
      if (of.verb == Verb::kIf && dice_.one_in(2)) {
        of.otherwise = steps(1, thread);
      }
      return of;
    }
    if (dice_.one_in(25)) {
      of.verb = Verb::kYield;
      return of;
    }
    by_theme(of, dice_.one_in(6) ? theme() : themes_.at(static_cast<std::size_t>(dice_.below(2))), left, thread);
    return of;
  }

  void by_theme(Statement& of, Theme theme, int left, int thread) {
    switch (theme) {
      case Theme::kPlain:
        return plain(of);
      case Theme::kAtomics:
        return atomic(of);
      case Theme::kLocks:
        return lock(of, left, thread);
      case Theme::kReadWrite:
        return read_write(of, left, thread);
      case Theme::kConditions:
        return condition(of, left, thread);
      case Theme::kSemaphores:
        return semaphore(of);
      case Theme::kText:
        return text(of);
      case Theme::kBytes:
        return bytes(of);
      case Theme::kInput:
        of.verb = Verb::kChoose;
        of.count = 2 + dice_.below(2);
        return;
    }
  }

  std::uint64_t small() {
    return static_cast<std::uint64_t>(dice_.below(3)) * (dice_.one_in(4) ? 0x0101010101010101ULL : 1);
  }

  // Aligned, in eight bytes that all of the program's accesses share, mostly.
  void address(Statement& of) {
    of.size = 1 << dice_.below(4);
    const int base = dice_.one_in(8) ? 8 - base_ : base_;
    of.offset = base + (dice_.one_in(2) ? 0 : dice_.below(8 / of.size) * of.size);
  }

  void plain(Statement& of) {
    address(of);
    constexpr std::array kVerbs = {Verb::kLoad, Verb::kStore, Verb::kStore, Verb::kIncrease, Verb::kLoad};
    of.verb = kVerbs.at(static_cast<std::size_t>(dice_.below(5)));
    of.source_register = of.verb == Verb::kStore && dice_.one_in(3) ? dice_.below(kRegisters) : -1;
    if (of.size == 1 && of.verb != Verb::kIncrease && dice_.one_in(3)) {
      of.offset = base_;
      of.index_register = dice_.below(kRegisters);
      of.index_mask = 1 + 2 * dice_.below(2);
    }
  }

  void atomic(Statement& of) {
    address(of);
    constexpr std::array kLoads = {0, 2, 2, 5};
    constexpr std::array kStores = {0, 3, 3, 5};
    constexpr std::array kBoth = {0, 2, 3, 4, 5};
    const auto one_of = [this](const auto& orders) {
      return orders.at(static_cast<std::size_t>(dice_.below(static_cast<int>(orders.size()))));
    };
    constexpr std::array kVerbs = {Verb::kAtomicLoad, Verb::kAtomicLoad,     Verb::kAtomicStore,     Verb::kAtomicStore,
                                   Verb::kAtomicAdd,  Verb::kAtomicExchange, Verb::kCompareExchange, Verb::kFence};
    of.verb = kVerbs.at(static_cast<std::size_t>(dice_.below(8)));
    of.order = of.verb == Verb::kAtomicLoad    ? one_of(kLoads)
               : of.verb == Verb::kAtomicStore ? one_of(kStores)
                                               : one_of(kBoth);
    of.failure_order = one_of(kLoads);
    of.expected = small();
    if (of.verb == Verb::kFence) {
      of.order = 2 + dice_.below(4);
    }
    if (of.verb == Verb::kAtomicStore && dice_.one_in(3)) {
      of.source_register = dice_.below(kRegisters);
    }
  }

  int free_mutex() { return held_[0] && held_[1] ? -1 : held_[0] ? 1 : held_[1] ? 0 : dice_.below(kMutexes); }

  void lock(Statement& of, int left, int thread) {
    const int mutex = free_mutex();
    const bool spin = !spin_held_ && dice_.one_in(6);
    if (!spin && (mutex < 0 || left < 2)) {
      return plain(of);
    }
    of.object = spin ? 0 : mutex;
    const int how = dice_.below(5);
    of.verb = spin ? (how < 3 ? Verb::kSpinLock : Verb::kSpinTryLock)
                   : (how < 2   ? Verb::kLock
                      : how < 4 ? Verb::kTryLock
                                : Verb::kTimedLock);
    bool& held = spin ? spin_held_ : held_.at(static_cast<std::size_t>(mutex));
    held = true;
    of.body = steps(1 + dice_.below(2), thread);
    held = false;
    if ((of.verb == Verb::kTryLock || of.verb == Verb::kTimedLock) && dice_.one_in(2)) {
      of.otherwise = steps(1, thread);
    }
  }

  void read_write(Statement& of, int left, int thread) {
    if (read_write_held_ || left < 2) {
      return plain(of);
    }
    constexpr std::array kVerbs = {Verb::kReadLock,  Verb::kReadLock,    Verb::kWriteLock,
                                   Verb::kWriteLock, Verb::kTryReadLock, Verb::kTryWriteLock};
    of.verb = kVerbs.at(static_cast<std::size_t>(dice_.below(6)));
    read_write_held_ = true;
    of.body = steps(1 + dice_.below(2), thread);
    read_write_held_ = false;
  }

  void condition(Statement& of, int left, int thread) {
    of.object = dice_.below(kConditions) & dice_.below(2);
    if (held_[0] || held_[1]) {
      of.mutex = held_[0] ? 0 : 1;
      const int how = dice_.below(4);
      of.verb = how == 0 ? Verb::kWait : how == 1 ? Verb::kTimedWait : how == 2 ? Verb::kSignal : Verb::kBroadcast;
      of.object = how < 2 ? of.mutex : of.object;  // all who wait have to hold the same mutex
    } else if (dice_.one_in(3)) {
      of.verb = dice_.one_in(2) ? Verb::kSignal : Verb::kBroadcast;
    } else {
      of.verb = Verb::kLock;
      of.object = dice_.one_in(5) ? 1 : 0;
      held_.at(static_cast<std::size_t>(of.object)) = true;
      of.body = steps(1 + (left > 1 ? dice_.below(2) : 0), thread);
      held_.at(static_cast<std::size_t>(of.object)) = false;
    }
  }

  void semaphore(Statement& of) {
    of.object = dice_.below(kSemaphores) & dice_.below(2);
    constexpr std::array kVerbs = {Verb::kSemaphoreWait,    Verb::kSemaphorePost,      Verb::kSemaphorePost,
                                   Verb::kSemaphoreTryWait, Verb::kSemaphoreTimedWait, Verb::kBarrier};
    of.verb = kVerbs.at(static_cast<std::size_t>(dice_.below(6)));
  }

  // Of the two strings, whose last byte stays zero.
  void text(Statement& of) {
    const int which = dice_.below(2);
    const int start = kText + which * kTextBytes;
    const int other = kText + (1 - which) * kTextBytes;
    of.offset = start;
    of.from = other;
    switch (dice_.below(6)) {
      case 0:
        of.verb = Verb::kLength;
        return;
      case 1:
        of.verb = Verb::kCopyText;
        return;
      case 2:
        of.verb = Verb::kFindByte;
        of.count = kTextBytes - 1;
        of.value = static_cast<std::uint64_t>(dice_.below(2));
        return;
      case 3:
        of.verb = Verb::kFill;
        of.count = 1 + dice_.below(3);
        of.value = 1;
        return;
      default:
        of.verb = dice_.one_in(2) ? Verb::kStore : Verb::kLoad;
        of.offset = start + dice_.below(kTextBytes - 1);
        of.value = static_cast<std::uint64_t>(dice_.below(2));
        return;
    }
  }

  // Across the borders of what else there is.
  void bytes(Statement& of) {
    of.count = 1 + dice_.below(6);
    of.offset = dice_.below(8 - of.count + 1) + base_;
    of.from = dice_.below(8 - of.count + 1) + 8 - base_;
    switch (dice_.below(5)) {
      case 0:
        of.verb = Verb::kCopy;
        return;
      case 1:
        of.verb = Verb::kMove;
        of.from = dice_.below(8 - of.count + 1) + base_;
        return;
      case 2:
        of.verb = Verb::kCompare;
        return;
      case 3:
        of.verb = Verb::kFill;
        return;
      default:
        return plain(of);
    }
  }

  Dice& dice_;
  int steps_;
  int base_;
  std::array<Theme, 2> themes_;
  std::array<bool, kMutexes> held_{};
  bool spin_held_ = false;
  bool read_write_held_ = false;
  bool has_third_ = false;
  bool created_ = false;
  int deadlines_ = 0;
};

constexpr int kMostSteps = 6;  // of a thread
constexpr std::uint64_t kFewestExecutions = 10;
constexpr int kAttemptsWithMany = 40;

}  // namespace

Generated generate(std::uint64_t seed) {
  Dice dice(seed);
  for (int attempt = 0;; ++attempt) {
    Generated made;
    made.program = Generator(dice, attempt < kAttemptsWithMany ? kMostSteps : kMostSteps / 2).program();
    made.program.seed = seed;
    number_lines(made.program);
    if (auto truth = truth_of(lower(made.program), {}); truth && truth->executions_within(1000) >= kFewestExecutions) {
      made.truth = std::move(*truth);
      return made;
    }
  }
}

}  // namespace heddle::truth
