// Small random programs whose threads reach cells through what they read: the final states that `heddle hunt` finds,
// with a point set that grows, are all there are.
//
//   random_test HEDDLE PROGRAM SCRATCH-FOLDER FIRST-SEED SEEDS
//
// What there is comes from here: all orders in which the accesses of the threads can happen, one after the other.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "random_code.h"

namespace {

namespace fs = std::filesystem;
using States = std::set<std::string>;

// A thread between two accesses.
struct Thread {
  int place = 0;    // next instruction
  int inside = -1;  // the value its first access read, where there is a second to come
  int result = 0;
  friend auto operator<=>(const Thread&, const Thread&) = default;
};

struct Machine {
  std::array<int, kCells> cells{};
  std::array<Thread, kMostThreads> threads{};
  friend auto operator<=>(const Machine&, const Machine&) = default;
};

// One access.
void step(const Code& code, Machine& machine, int number) {
  Thread& thread = machine.threads[static_cast<std::size_t>(number)];
  const Instruction& instruction = code.thread[number][thread.place];
  auto cell = [&machine](int index) -> int& { return machine.cells[static_cast<std::size_t>(index)]; };
  const bool first = thread.inside < 0;
  bool done = true;
  switch (instruction.operation) {
    case kStore:
      cell(instruction.a) = instruction.b;
      break;
    case kLoad:
      thread.result = cell(instruction.a);
      break;
    case kStoreResult:
      cell(instruction.a) = thread.result;
      break;
    case kStoreAt:
    case kLoadAt:
      done = !first;
      if (first) {
        thread.inside = cell(instruction.a);
      } else if (instruction.operation == kStoreAt) {
        cell(thread.inside) = instruction.b;
      } else {
        thread.result = cell(thread.inside);
      }
      break;
    case kStoreIf:
      if (first) {
        thread.inside = cell(instruction.a);
        done = thread.inside == 0;
      } else {
        cell(instruction.b) = instruction.c;
      }
      break;
  }
  if (done) {
    ++thread.place;
    thread.inside = -1;
  }
}

void collect(const Code& code, const Machine& machine, std::set<Machine>& seen, States& states) {
  if (!seen.insert(machine).second) {
    return;
  }
  bool ended = true;
  for (int number = 0; number < code.threads; ++number) {
    if (machine.threads[static_cast<std::size_t>(number)].place < code.instructions) {
      ended = false;
      Machine next = machine;
      step(code, next, number);
      collect(code, next, seen, states);
    }
  }
  if (ended) {
    states.insert(fmt::format("{},{}{}{}", fmt::join(machine.cells, ""), machine.threads[0].result,
                              machine.threads[1].result, machine.threads[2].result));
  }
}

States all_states(unsigned seed) {
  States states;
  std::set<Machine> seen;
  collect(make_code(seed), {}, seen, states);
  return states;
}

States states_in(const fs::path& file) {
  States states;
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
  [[nodiscard]] bool hunt(unsigned seed, const std::string& options, const States& expected) const {
    fs::remove(scratch_ / "states");
    const std::string command = fmt::format(
        "cd '{}' && HEDDLE_TEST_STATES=states '{}' hunt --detectors=none --summary=summary.json {} -- '{}' {} "
        "</dev/null >output 2>&1",
        scratch_.string(), heddle_, options, program_, seed);
    const int status = std::system(command.c_str());
    std::ifstream file(scratch_ / "summary.json");
    const auto summary = nlohmann::json::parse(file, nullptr, false);
    const States found = states_in(scratch_ / "states");
    if (status == 0 && summary.value("complete", false) && found == expected) {
      return true;
    }
    fmt::print("seed {}, {}: exit code {}, {}, {} states of {}\n  found {}\n  there are {}\n", seed, options,
               WEXITSTATUS(status), summary.value("guarantee", ""), found.size(), expected.size(),
               fmt::join(found, " "), fmt::join(expected, " "));
    return false;
  }

 private:
  std::string heddle_;
  std::string program_;
  fs::path scratch_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    fmt::print(stderr, "usage: random_test HEDDLE PROGRAM SCRATCH-FOLDER FIRST-SEED SEEDS\n");
    return 2;
  }
  const Check check(argv[1], argv[2], argv[3]);
  const auto first = static_cast<unsigned>(std::atoi(argv[4]));
  const auto seeds = static_cast<unsigned>(std::atoi(argv[5]));
  bool right = true;
  std::size_t states = 0;
  for (unsigned seed = first; seed < first + seeds; ++seed) {
    const States expected = all_states(seed);
    states += expected.size();
    for (const char* options : {"--bound=100 --exact", "--strategy=dfs", "--prune=hb"}) {
      right = check.hunt(seed, options, expected) && right;
    }
  }
  fmt::print("{} programs, {} final states\n", seeds, states);
  return right ? 0 : 1;
}
