// Small random programs whose threads wait in loops: the final states that `heddle hunt` finds are all there are, and
// it finds a livelock exactly if there is one.
//
//   random_test HEDDLE PROGRAM SCRATCH-FOLDER FIRST-SEED PROGRAMS
//
// What there is comes from here: a search over all states of the machine below, which knows nothing of waiting. Each
// look at a cell is a step like any other, and loops end because states that were seen before are not searched again.
// With a bound on preemptions, what is found lies between two such searches: one in which leaving a thread that has not
// just yielded always counts, and one in which leaving a thread that truly waits does not.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "random_code.h"

namespace {

namespace fs = std::filesystem;
constexpr int kUnbounded = 1000;

// A thread between two steps.
struct Thread {
  int place = 0;      // next instruction
  int phase = 0;      // of its loop
  int seen = 0;       // what this round has read first; the ticket
  int seen_next = 0;  // ... and then
  int rounds = 0;
  int result = 0;
  friend auto operator<=>(const Thread&, const Thread&) = default;
};

struct Memory {
  std::array<int, kCells> cells{};
  std::array<int, kLocks> locks{};
  std::array<int, kLocks> mutexes{};
  int next_ticket = 0;
  int served = 0;
  friend auto operator<=>(const Memory&, const Memory&) = default;
};

struct Machine {
  Memory memory;
  std::array<Thread, kMostThreads> threads{};
  friend auto operator<=>(const Machine&, const Machine&) = default;
};

template <typename Array>
auto& at(Array& array, int index) {
  return array[static_cast<std::size_t>(index)];
}

constexpr int kAboutToYield = 9;

void finish(Thread& thread) { thread = {.place = thread.place + 1, .result = thread.result}; }

// A loop has not found what it waits for.
void go_round(Thread& thread, const Instruction& instruction) {
  ++thread.rounds;
  thread.phase = instruction.manner == kWithYield ? kAboutToYield : 0;
}

void lock(Thread& thread, int& cell, const Instruction& instruction) {
  if (thread.phase == 1) {
    thread.phase = cell != 0 ? 1 : 0;
  } else if (std::exchange(cell, 1) == 0) {
    finish(thread);
  } else if (instruction.manner == kLooksFirst) {
    thread.phase = 1;
  } else {
    go_round(thread, instruction);
  }
}

void take_ticket(Thread& thread, Memory& memory, const Instruction& instruction) {
  if (thread.rounds == 0 && thread.phase == 0) {
    thread.seen = memory.next_ticket++;
    thread.phase = 1;
  } else if (memory.served == thread.seen) {
    finish(thread);
  } else {
    go_round(thread, instruction);
  }
}

// Reads cells[a], then cells[b], and perhaps cells[a] again.
void read_two(Thread& thread, const Memory& memory, const Instruction& instruction) {
  const bool is_pair = instruction.operation == kReadPair;
  const int value = at(memory.cells, thread.phase == 1 ? instruction.b : instruction.a);
  bool fits = false;
  switch (thread.phase) {
    case 0:
      thread.seen = value;
      thread.phase = 1;
      return;
    case 1:
      thread.seen_next = value;
      if (!is_pair && thread.seen % 2 == 0) {
        thread.phase = 2;
        return;
      }
      fits = is_pair && value != thread.seen;
      break;
    default:
      fits = value == thread.seen;
      break;
  }
  if (fits) {
    thread.result = remember(thread.result, thread.seen_next);
    finish(thread);
  } else {
    thread.seen = thread.seen_next = 0;
    go_round(thread, instruction);
  }
}

// True if the thread has yielded.
bool step(const Code& code, Machine& machine, int number) {
  Thread& thread = at(machine.threads, number);
  Memory& memory = machine.memory;
  const Instruction& instruction = code.thread[number][thread.place];
  const bool yields = thread.phase == kAboutToYield;
  if (yields) {
    thread.phase = 0;
  }
  const bool looks = !yields;
  switch (instruction.operation) {
    case kStore:
      at(memory.cells, instruction.a) = instruction.b;
      finish(thread);
      break;
    case kLoad:
      thread.result = remember(thread.result, at(memory.cells, instruction.a));
      finish(thread);
      break;
    case kStoreNext:
      at(memory.cells, instruction.a) = thread.result % 3 + 1;
      finish(thread);
      break;
    case kAwait:
      if (looks && at(memory.cells, instruction.a) == instruction.b) {
        finish(thread);
      } else if (looks) {
        go_round(thread, instruction);
      }
      break;
    case kTry:
      if (looks && at(memory.cells, instruction.a) == 1) {
        thread.result = remember(thread.result, 1 + thread.rounds);
        finish(thread);
        break;
      }
      if (looks) {
        go_round(thread, instruction);
      }
      if (thread.rounds == instruction.b && thread.phase != kAboutToYield) {
        thread.result = remember(thread.result, 0);
        finish(thread);
      }
      break;
    case kLock:
      if (looks) {
        lock(thread, at(memory.locks, instruction.a), instruction);
      }
      break;
    case kUnlock:
      at(memory.locks, instruction.a) = 0;
      finish(thread);
      break;
    case kLockMutex:
      if (looks) {
        lock(thread, at(memory.mutexes, instruction.a), instruction);
      }
      break;
    case kUnlockMutex:
      at(memory.mutexes, instruction.a) = 0;
      finish(thread);
      break;
    case kTakeTicket:
      if (looks) {
        take_ticket(thread, memory, instruction);
      }
      break;
    case kServeNext:
      ++memory.served;
      finish(thread);
      break;
    case kReadPair:
    case kReadSequence:
      if (looks) {
        read_two(thread, memory, instruction);
      }
      break;
  }
  // Only bounded loops know how often they went round.
  if (instruction.operation != kTry) {
    thread.rounds = std::min(thread.rounds, 1);
  }
  return yields;
}

bool has_ended(const Code& code, const Machine& machine, int number) {
  return at(machine.threads, number).place == code.lengths[number];
}

// Alone, the thread comes back to where it was and has changed nothing.
bool truly_waits(const Code& code, Machine machine, int number) {
  const Memory before = machine.memory;
  std::set<Thread> seen;
  while (seen.insert(at(machine.threads, number)).second) {
    step(code, machine, number);
    if (machine.memory != before || has_ended(code, machine, number)) {
      return false;
    }
  }
  return true;
}

// While it is not known that plain cells are shared, leaving a thread before it touches one is no preemption.
bool has_plain_cells(const Code& code) {
  for (int thread = 0; thread < code.threads; ++thread) {
    for (int place = 0; place < code.lengths[thread]; ++place) {
      const Instruction& instruction = code.thread[thread][place];
      const bool reads_two = instruction.operation == kReadPair || instruction.operation == kReadSequence;
      if (instruction.a >= kAtomicCells || (reads_two && instruction.b >= kAtomicCells)) {
        return true;
      }
    }
  }
  return false;
}

// What a search has found, with the least number of preemptions that leads there.
struct Found {
  std::map<std::string, int> states;
  int livelock = kUnbounded + 1;

  void make_free() {
    for (auto& [name, cost] : states) {
      cost = 0;
    }
    livelock = livelock <= kUnbounded ? 0 : livelock;
  }
  [[nodiscard]] std::set<std::string> within(int bound) const {
    std::set<std::string> names;
    for (const auto& [name, cost] : states) {
      if (cost <= bound) {
        names.insert(name);
      }
    }
    return names;
  }
};

class Search {
 public:
  Search(const Code& code, bool waiting_is_left_for_free) : code_(code), free_(waiting_is_left_for_free) {}

  // Cheapest first: what costs nothing more is looked at before what does.
  [[nodiscard]] Found run() {
    add(0, {});
    while (!queue_.empty()) {
      const auto [cost, node] = queue_.front();
      queue_.pop_front();
      if (done_.insert(node).second) {
        expand(cost, node);
      }
    }
    return found_;
  }

 private:
  struct Node {
    Machine machine;
    int last = -1;  // whose turn it was
    bool yielded = false;
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  void add(int cost, const Node& node, int more = 0) {
    if (more == 0) {
      queue_.emplace_front(cost, node);
    } else {
      queue_.emplace_back(cost + more, node);
    }
  }

  void expand(int cost, const Node& node) {
    const Machine& machine = node.machine;
    bool ended = true;
    bool stuck = true;
    std::array<bool, kMostThreads> waits{};
    for (int number = 0; number < code_.threads; ++number) {
      const bool lives = !has_ended(code_, machine, number);
      at(waits, number) = lives && truly_waits(code_, machine, number);
      ended = ended && !lives;
      stuck = stuck && (!lives || at(waits, number));
    }
    if (ended) {
      found_.states.try_emplace(name(machine), cost);
      return;
    }
    if (stuck) {
      found_.livelock = std::min(found_.livelock, cost);
    }
    const bool is_free =
        node.last < 0 || node.yielded || has_ended(code_, machine, node.last) || (free_ && at(waits, node.last));
    for (int number = 0; number < code_.threads; ++number) {
      if (!has_ended(code_, machine, number)) {
        Node next{.machine = machine, .last = number};
        next.yielded = step(code_, next.machine, number);
        add(cost, next, number == node.last || is_free ? 0 : 1);
      }
    }
  }

  static std::string name(const Machine& machine) {
    const auto& threads = machine.threads;
    return fmt::format("{},{},{}.{}.{}", fmt::join(machine.memory.cells, "."), fmt::join(machine.memory.locks, "."),
                       threads[0].result, threads[1].result, threads[2].result);
  }

  const Code& code_;
  bool free_;
  std::deque<std::pair<int, Node>> queue_;
  std::set<Node> done_;
  Found found_;
};

std::set<std::string> states_in(const fs::path& file) {
  std::set<std::string> states;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    states.insert(line);
  }
  return states;
}

class Check {
 public:
  Check(std::string heddle, std::string program, const fs::path& scratch)
      : heddle_(std::move(heddle)), program_(std::move(program)), scratch_(scratch) {
    fs::remove_all(scratch_);
    fs::create_directories(scratch_);
  }

  // True if it found what there is.
  [[nodiscard]] bool hunt(unsigned seed, const std::string& options, int bound, const Found& least, const Found& most) {
    fs::remove(scratch_ / "states");
    fs::remove(scratch_ / "summary.json");
    const std::string command = fmt::format(
        "cd '{}' && HEDDLE_TEST_STATES=states '{}' hunt --all --detectors=none --summary=summary.json {} -- '{}' {} "
        "</dev/null >output 2>&1",
        scratch_.string(), heddle_, options, program_, seed);
    const int code = WEXITSTATUS(std::system(command.c_str()));
    std::ifstream file(scratch_ / "summary.json");
    auto summary = nlohmann::json::parse(file, nullptr, false);
    if (!summary.is_object()) {
      summary = nlohmann::json::object();
    }
    bool livelock = false;
    bool other = false;
    for (const auto& finding : summary.value("findings", nlohmann::json::array())) {
      (finding.value("kind", "") == "livelock" ? livelock : other) = true;
    }
    const auto states = states_in(scratch_ / "states");
    const auto lower = least.within(bound);
    const auto upper = most.within(bound);
    executions_ += summary.value("executions", 0ULL);
    if (summary.value("complete", false) && !other && code == (livelock ? 1 : 0) &&
        std::ranges::includes(states, lower) && std::ranges::includes(upper, states) &&
        (livelock || least.livelock > bound) && (!livelock || most.livelock <= bound)) {
      return true;
    }
    fmt::print("seed {}, {}: exit code {}, {}, {} findings\n", seed, options, code, summary.value("guarantee", ""),
               summary.value("findings", nlohmann::json::array()).size());
    fmt::print("  found {}{}\n", fmt::join(states, " "), livelock ? " livelock" : "");
    fmt::print("  at least {}{}\n", fmt::join(lower, " "), least.livelock <= bound ? " livelock" : "");
    fmt::print("  at most {}{}\n", fmt::join(upper, " "), most.livelock <= bound ? " livelock" : "");
    return false;
  }

  [[nodiscard]] std::uint64_t executions() const { return executions_; }

 private:
  std::string heddle_;
  std::string program_;
  fs::path scratch_;
  std::uint64_t executions_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    fmt::print(stderr, "usage: random_test HEDDLE PROGRAM SCRATCH-FOLDER FIRST-SEED PROGRAMS\n");
    return 2;
  }
  Check check(argv[1], argv[2], argv[3]);
  const auto first = static_cast<unsigned>(std::atoi(argv[4]));
  const auto wanted = static_cast<unsigned>(std::atoi(argv[5]));
  bool right = true;
  std::size_t states = 0;
  int livelocks = 0;
  for (unsigned seed = first, programs = 0; programs < wanted; ++seed) {
    const Code code = make_code(seed);
    const Found least = Search(code, false).run();
    if (least.states.size() + (least.livelock <= kUnbounded ? 1 : 0) < 3) {
      continue;  // its threads have little to do with each other
    }
    Found most = Search(code, true).run();
    if (has_plain_cells(code)) {
      most.make_free();
    }
    ++programs;
    states += least.states.size();
    livelocks += least.livelock <= kUnbounded ? 1 : 0;
    for (const char* options : {"--strategy=dfs", "--strategy=cb --bound=100 --exact"}) {
      right = check.hunt(seed, options, kUnbounded, least, most) && right;
    }
    for (int bound = 0; bound <= 2; ++bound) {
      const std::string options = fmt::format("--strategy=cb --bound={} --exact", bound);
      right = check.hunt(seed, options, bound, least, most) && right;
    }
  }
  fmt::print("{} programs, {} final states, {} livelocks, {} executions\n", wanted, states, livelocks,
             check.executions());
  return right ? 0 : 1;
}
