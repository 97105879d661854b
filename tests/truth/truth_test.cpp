// Random programs, hunted for real, against all there is by brute force: README.md.
//
//   truth_test HEDDLE HEADERS SCRATCH FIRST-SEED SEEDS [--all-hunts] [--no-shrinking]

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "comparison.h"
#include "generator.h"
#include "hunt.h"
#include "printer.h"
#include "shrink.h"

namespace heddle::truth {
namespace {

constexpr std::uint64_t kProgramsPerBinary = 50;
constexpr int kMostMismatches = 10;

struct Settings {
  std::uint64_t first = 1;
  std::uint64_t seeds = 1;
  bool all_hunts = false;
  bool shrinks = true;
};

// What went by, so that a test of nothing shows.
struct Numbers {
  std::size_t hunts = 0;
  std::size_t states = 0;
  std::size_t with_races = 0;
  std::size_t with_deadlocks = 0;
};

class Test {
 public:
  Test(const Heddle& heddle, const Settings& settings) : heddle_(heddle), settings_(settings) {}

  bool run() {
    const std::uint64_t end = settings_.first + settings_.seeds;
    for (std::uint64_t seed = settings_.first; seed < end && mismatches_ < kMostMismatches;
         seed += kProgramsPerBinary) {
      run(seed, std::min(end, seed + kProgramsPerBinary));
    }
    fmt::print("{} programs, {} hunts, {} final states, {} programs with races, {} with deadlocks; {} mismatches\n",
               settings_.seeds, numbers_.hunts, numbers_.states, numbers_.with_races, numbers_.with_deadlocks,
               mismatches_);
    return mismatches_ == 0;
  }

 private:
  void run(std::uint64_t first, std::uint64_t end) {
    std::vector<Generated> all;
    std::vector<Program> programs;
    for (std::uint64_t seed = first; seed < end; ++seed) {
      all.push_back(generate(seed));
      programs.push_back(all.back().program);
    }
    heddle_.compile(programs);
    std::vector<std::pair<const Generated*, Hunt>> wrong;
    for (const Generated& made : all) {
      numbers_.states += made.truth.all.states.size();
      numbers_.with_races += made.truth.all.races.lines.empty() ? 0 : 1;
      numbers_.with_deadlocks += made.truth.all.deadlock ? 1 : 0;
      for (const Hunt& hunt : settings_.all_hunts ? all_hunts() : some_hunts(made.program.seed)) {
        ++numbers_.hunts;
        const Said said = heddle_.hunt(made.program.seed, hunt.options);
        const std::string problem = compare(hunt, made.truth, said);
        if (!problem.empty()) {
          fmt::print("seed {}: heddle hunt {}\n{}\nheddle said:\n{}\n", made.program.seed, hunt.options, problem,
                     said.output);
          wrong.emplace_back(&made, hunt);
          break;
        }
      }
    }
    mismatches_ += static_cast<int>(wrong.size());
    for (const auto& [made, hunt] : wrong) {
      if (settings_.shrinks) {
        shrink(made->program, hunt);
      }
    }
    std::fflush(stdout);
  }

  // Tries all that is a little smaller at once, and goes on from the first that is wrong, too.
  void shrink(Program program, const Hunt& hunt) {
    const std::uint64_t seed = program.seed;
    std::string problem;
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      std::vector<Program> candidates;
      std::vector<Truth> truths;
      for (Program& candidate : smaller(program)) {
        if (std::optional<Truth> truth = truth_of(lower(candidate), {})) {
          candidate.seed = candidates.size();
          candidates.push_back(std::move(candidate));
          truths.push_back(std::move(*truth));
        }
      }
      if (candidates.empty()) {
        break;
      }
      heddle_.compile(candidates);
      for (std::size_t index = 0; index < candidates.size() && !goes_on; ++index) {
        std::string wrong = compare(hunt, truths[index], heddle_.hunt(index, hunt.options));
        if (!wrong.empty()) {
          program = candidates[index];
          problem = std::move(wrong);
          goes_on = true;
        }
      }
    }
    program.seed = seed;
    const std::string text = print({&program, 1});
    const std::size_t from = text.find("static void* thread_");
    fmt::print("seed {}, made smaller: heddle hunt {}\n{}\n{}\n", seed, hunt.options, problem,
               text.substr(from, text.find("#line 1 \"main.c\"") - from));
  }

  const Heddle& heddle_;
  Settings settings_;
  Numbers numbers_;
  int mismatches_ = 0;
};

int run(int argc, char** argv) {
  if (argc < 6) {
    fmt::print(stderr, "usage: truth_test HEDDLE HEADERS SCRATCH FIRST-SEED SEEDS [--all-hunts] [--no-shrinking]\n");
    return 2;
  }
  Settings settings{.first = std::strtoull(argv[4], nullptr, 10), .seeds = std::strtoull(argv[5], nullptr, 10)};
  for (int index = 6; index < argc; ++index) {
    settings.all_hunts = settings.all_hunts || std::string_view(argv[index]) == "--all-hunts";
    settings.shrinks = settings.shrinks && std::string_view(argv[index]) != "--no-shrinking";
  }
  const Heddle heddle(argv[1], argv[2], argv[3]);
  return Test(heddle, settings).run() ? 0 : 1;
}

}  // namespace
}  // namespace heddle::truth

int main(int argc, char** argv) {
  try {
    return heddle::truth::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "truth_test: {}\n", error.what());
    return 2;
  }
}
