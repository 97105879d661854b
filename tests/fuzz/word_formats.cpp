// Suppressions and options: no checksums, only words.
#include <algorithm>
#include <sstream>
#include <string>
#include <variant>

#include "cli/options/hunt_options.h"
#include "cli/options/run_options.h"
#include "cli/program/focus_pattern.h"
#include "format.h"
#include "report/suppressions.h"
#include "strategies/registry.h"

namespace heddle::fuzz {
namespace {

std::string as_it_is(const std::string& input) { return input; }

// Of lines that some seed has, and bytes of them.
template <std::vector<std::string> (*Seeds)()>
std::string mutated_lines(const std::string& input, Rng& rng) {
  if (rng.below(2) == 0) {
    return mutated_bytes(input, rng);
  }
  const auto seeds = Seeds();
  const std::string& seed = seeds[rng.below(static_cast<std::uint32_t>(seeds.size()))];
  const auto line_at = [&rng](const std::string& text) {
    const std::size_t end = text.rfind('\n', rng.below(static_cast<std::uint32_t>(text.size()) + 1));
    return end == std::string::npos ? 0 : end + 1;
  };
  const std::size_t from = line_at(seed);
  const std::string line = seed.substr(from, seed.find('\n', from) - from) + "\n";
  std::string text = input;
  return text.insert(line_at(text), line);
}

std::vector<std::string> suppressions() {
  return {"# on purpose\nrace:Statistics::count\ndeadlock:third_party/*.cpp$\n",
          "race_top:^main$\ncalled_from_lib:libz.so\nmutex:*a*b*c*\nthread:x\nsignal:y\n",
          "use-after-free:^a*$\nassertion:*\n"};
}

bool read_suppressions_text(const std::string& input) {
  Suppressions all;
  if (const auto wrong = all.add(input, "it")) {
    require(!wrong->message.empty(), "an error says something");
    return false;
  }
  const StackFrame frame{.module = "libz.so", .offset = 1, .function = "Statistics::count", .file = "a/b.cpp"};
  const Suppressible finding{
      .kind = FindingKind::kDataRace, .stacks = {{frame}, {}}, .variables = {"x", std::string(300, 'a')}};
  (void)all.match(finding);
  return true;
}

std::vector<std::string> options() {
  return {"--strategy=random\n--shard=2/3\n--seed=4\n./bank\n-x",
          "--bound=2\n--exact\n--count=switches\n--\n./bank",
          "--focus=queue.cpp,push*\n--detectors=hb,lockset\n--continuation=fair:10\n./bank",
          "--time=1.5m\n--memory=64K\n-j\n4\n--steps=100\n--order=cost\n--prune=hb\n--all\n./bank\n--help",
          "--random\n--runs=10\n--seed=3\n--points=all\n./bank",
          "--reset=loop\n--executor=kernel\n--warmup=2\n./bank"};
}

bool read_options(const std::string& input) {
  std::vector<std::string> words;
  std::istringstream lines(input);
  for (std::string word; std::getline(lines, word);) {
    std::erase(word, '\0');
    words.push_back(word);
  }
  std::vector<char*> pointers;
  std::ranges::transform(words, std::back_inserter(pointers), [](std::string& word) { return word.data(); });
  std::string wrong;
  const auto hunt = cli::parse_hunt_options(pointers, &wrong);
  require(std::holds_alternative<cli::HuntOptions>(hunt) || std::get<cli::ExitCode>(hunt) == cli::kExitClean ||
              std::get<cli::ExitCode>(hunt) == cli::kExitUsage,
          "wrong options are a wrong usage");
  const auto run = cli::parse_run_options(static_cast<int>(pointers.size()), pointers.data());
  require(std::holds_alternative<cli::RunOptions>(run) || std::get<cli::ExitCode>(run) == cli::kExitClean ||
              std::get<cli::ExitCode>(run) == cli::kExitUsage,
          "wrong options are a wrong usage");
  for (const std::string& word : words) {
    (void)cli::parse_time(word);
    (void)cli::parse_size(word);
    for (const StrategyRow& row : strategies()) {
      for (const Setting* setting : row.settings) {
        std::string value = word;
        if (setting->check != nullptr && setting->check(value).empty()) {
          require(setting->check(value).empty(), "a value in the common form is right");
        }
      }
    }
    (void)cli::names_of_function(word);
    (void)cli::FocusPattern(word).matches({.function = "Queue<int>::push(int)", .file = "src/queue.cpp"});
  }
  return std::holds_alternative<cli::HuntOptions>(hunt) || std::holds_alternative<cli::RunOptions>(run);
}

}  // namespace

const Format kSuppressions{.name = "suppressions",
                           .seeds = &suppressions,
                           .mutated = &mutated_lines<suppressions>,
                           .made_whole = &as_it_is,
                           .read = &read_suppressions_text};
const Format kOptions{.name = "options",
                      .seeds = &options,
                      .mutated = &mutated_lines<options>,
                      .made_whole = &as_it_is,
                      .read = &read_options};

}  // namespace heddle::fuzz
