// What heddle says of a program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "program.h"

namespace heddle::truth {

struct Said {
  bool complete = false;
  std::string guarantee;
  std::uint64_t executions = 0;
  std::set<std::string> states;         // final ones, of all executions
  std::set<std::string> kinds;          // of findings
  std::set<std::pair<int, int>> races;  // lines, the lower first
  std::string output;                   // for people
  std::string problem;                  // nothing above is known
};

class Heddle {
 public:
  // `headers`: the folder of states.h.
  Heddle(std::filesystem::path heddle, std::filesystem::path headers, std::filesystem::path scratch);

  // Makes the programs ready for hunt(), in the place of others.
  void compile(std::span<const Program> programs) const;
  [[nodiscard]] Said hunt(std::uint64_t seed, const std::string& options) const;

 private:
  std::filesystem::path heddle_;
  std::filesystem::path headers_;
  std::filesystem::path scratch_;
};

}  // namespace heddle::truth
