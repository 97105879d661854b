#include "directives.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>

namespace heddle::test {
namespace {

// The detectors that a folder's programs are for; empty: the programs are not for detectors. "none": what is hunted are
// bad ends, and what the strategy finds.
std::string detectors_of(const std::string& folder) {
  static const std::map<std::string, std::string> kDetectors = {
      {"race", "hb"},         {"annotations", "hb"},      {"heap", "hb,heap"},
      {"lockuse", "lockuse"}, {"lockorder", "lockorder"}, {"lockcycle", "none"}};
  const auto found = kDetectors.find(folder);
  return found == kDetectors.end() ? "" : found->second;
}

// The rest of the line behind "// NAME: ", or nothing.
std::optional<std::string> directive(const std::string& line, const std::string& name) {
  const std::string start = "// " + name + ":";
  if (!line.starts_with(start)) {
    return std::nullopt;
  }
  const std::size_t begin = line.find_first_not_of(' ', start.size());
  return begin == std::string::npos ? "" : line.substr(begin);
}

}  // namespace

Directives read_directives(const std::filesystem::path& source) {
  Directives found;
  std::ifstream file(source);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.ends_with("// REPORTED")) {
      found.reported.push_back(number);
    }
    if (directive(line, "CHECK")) {
      found.passes = true;
    } else if (directive(line, "LOOP")) {
      found.loop_safe = true;
    } else if (directive(line, "UNSEEN")) {
      found.waits_unseen = true;
    } else if (const auto where = directive(line, "HANGS")) {
      found.hangs = *where;
    } else if (const auto name = directive(line, "UNSUPPORTED")) {
      found.unsupported = *name;
    } else if (const auto place = directive(line, "VARIES")) {
      found.varies.push_back(*place);
    } else if (const auto needs = directive(line, "NEEDS")) {
      found.needs = *needs;
    } else if (const auto reset = directive(line, "RESET")) {
      found.reset = *reset;
    } else if (const auto executions = directive(line, "EXECUTIONS")) {
      found.executions = std::atoi(executions->c_str());
    } else if (const auto runs = directive(line, "RUNS")) {
      found.runs = std::atoi(runs->c_str());
    } else if (const auto states = directive(line, "STATES")) {
      std::istringstream words(*states);
      found.states.insert(std::istream_iterator<std::string>(words), {});
    } else if (const auto input = directive(line, "INPUT")) {
      found.input = *input + "\n";
    } else if (const auto verdict = directive(line, "FAILS")) {
      const std::size_t space = verdict->find(' ');
      found.fails = verdict->substr(0, space);
      found.text = space == std::string::npos ? "" : verdict->substr(space + 1);
    } else if (const auto hint = directive(line, "HINT")) {
      found.hint = *hint;
    } else if (const auto minimality = directive(line, "MINIMALITY")) {
      found.minimality = *minimality;
    } else if (const auto findings = directive(line, "FINDINGS")) {
      found.findings = std::atoi(findings->c_str());
    } else if (const auto variable = directive(line, "VARIABLE")) {
      found.variable = *variable;
    } else if (const auto strategy = directive(line, "STRATEGY")) {
      found.strategies = {*strategy};
    } else if (const auto hb = directive(line, "HB")) {
      found.hb = *hb;
    }
  }
  // A program may be a folder of its own.
  const std::filesystem::path folder = source.parent_path();
  found.detectors = detectors_of(folder.filename());
  if (found.detectors.empty()) {
    found.detectors = detectors_of(folder.parent_path().filename());
  }
  if (found.detectors.empty() && !found.strategies.empty()) {
    found.detectors = "none";
  }
  if (folder.filename() == "lockcycle" && found.strategies.empty()) {
    found.strategies = {"provoke", "cb+wp"};
  }
  return found;
}

}  // namespace heddle::test
