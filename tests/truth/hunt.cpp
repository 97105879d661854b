#include "hunt.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "printer.h"

namespace heddle::truth {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int run(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void read_finding(const json& finding, Said& said) {
  if (!finding.value("certain", true)) {
    return;
  }
  const std::string kind = finding.at("kind");
  said.kinds.insert(kind);
  if (kind == "data-race") {
    std::vector<int> lines;
    for (const json& operation : finding.at("operations")) {
      lines.push_back(operation.at("line"));
    }
    if (lines.size() != 2) {
      throw std::runtime_error("a data race without two places:\n" + finding.dump(2));
    }
    said.races.insert(std::minmax<int>(lines[0], lines[1]));
  }
}

}  // namespace

Heddle::Heddle(fs::path heddle, fs::path headers, fs::path scratch)
    : heddle_(std::move(heddle)), headers_(std::move(headers)), scratch_(std::move(scratch)) {
  fs::remove_all(scratch_);
  fs::create_directories(scratch_);
}

void Heddle::compile(std::span<const Program> programs) const {
  std::ofstream(scratch_ / "programs.c") << print(programs);
  // Functions that the compiler may replace are calls here, as they are in the interpreter.
  const std::string command = fmt::format(
      "cd '{}' && '{}' cc -std=gnu11 -g -O1 -pthread -fno-builtin-strlen -fno-builtin-strcpy -fno-builtin-memchr "
      "-fno-builtin-memcmp '-I{}' programs.c -o programs >compiled 2>&1",
      scratch_.string(), heddle_.string(), headers_.string());
  if (run(command) != 0) {
    throw std::runtime_error("does not compile:\n" + content(scratch_ / "compiled"));
  }
}

Said Heddle::hunt(std::uint64_t seed, const std::string& options) const {
  fs::remove(scratch_ / "states");
  fs::remove(scratch_ / "summary.json");
  fs::remove_all(scratch_ / "found");
  const int status =
      run(fmt::format("cd '{}' && HEDDLE_TEST_STATES=states '{}' hunt --all --dir=found "
                      "--summary=summary.json {} -- ./programs {} </dev/null >output 2>&1",
                      scratch_.string(), heddle_.string(), options, seed));
  Said said;
  said.output = content(scratch_ / "output");
  const json summary = json::parse(content(scratch_ / "summary.json"), nullptr, false);
  if (status > 1 || !summary.is_object() || !summary.at("error").is_null()) {
    said.problem = fmt::format("exit code {}", status);
    return said;
  }
  said.complete = summary.at("complete");
  said.guarantee = summary.at("guarantee");
  said.executions = summary.at("executions");
  for (const json& finding : summary.at("findings")) {
    read_finding(finding, said);
  }
  std::ifstream states(scratch_ / "states");
  for (std::string line; std::getline(states, line);) {
    said.states.insert(line);
  }
  return said;
}

}  // namespace heddle::truth
