// The numbers of a finding against its story: as many preemptions as there are marks, and as many switches as the
// thread changes from line to line, the last line, which may name the thread that fails, included.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace heddle::test {

struct StoryNumbers {
  unsigned preemptions = 0;
  unsigned switches = 0;
};

inline StoryNumbers numbers_in_story(const nlohmann::json& finding) {
  StoryNumbers numbers;
  const auto& operations = finding.at("operations");
  const bool about_to_happen = !operations.empty() && operations[0].value("pending", false);
  int last = -1;
  const auto run = [&](int thread) {
    numbers.switches += last >= 0 && last != thread ? 1 : 0;
    last = thread;
  };
  for (const auto& event : finding.at("story")) {
    numbers.preemptions += event.contains("preempted") ? 1 : 0;
    if (!about_to_happen || event.value("part", -1) != 0) {
      run(event.at("thread"));
    }
  }
  const auto& outcome = finding.at("outcome");
  if (finding.at("kind") != "deadlock" && outcome.at("kind") != "detected") {
    run(outcome.at("thread"));
  }
  return numbers;
}

// Empty where they are right, or where the story does not have all that happened.
inline std::string wrong_numbers(const nlohmann::json& finding) {
  if (finding.at("story").empty() || finding.at("story_cut") != 0) {
    return "";
  }
  const StoryNumbers counted = numbers_in_story(finding);
  const unsigned preemptions = finding.at("preemptions");
  const unsigned switches = finding.at("switches");
  return preemptions == counted.preemptions && switches == counted.switches
             ? ""
             : fmt::format("{} preemptions and {} switches are said, the story shows {} and {}", preemptions, switches,
                           counted.preemptions, counted.switches);
}

}  // namespace heddle::test
