// claims_test HEDDLE PROGRAM SOURCE SCRATCH REFUSING: hunts the program and compares what heddle says with what its
// source claims (README.md).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../story_numbers.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Claims = std::multimap<std::string, std::string>;

Claims read_claims(const fs::path& source) {
  Claims claims;
  std::ifstream file(source);
  for (std::string line; std::getline(file, line) && line.starts_with("//");) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) {
      claims.emplace(line.substr(3, colon - 3), line.substr(colon + 2));
    }
  }
  return claims;
}

std::string one(const Claims& claims, const std::string& name, const std::string& otherwise = "") {
  const auto found = claims.find(name);
  return found == claims.end() ? otherwise : found->second;
}

std::set<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

int run(const std::string& command) { return WEXITSTATUS(std::system(command.c_str())); }

struct Check {
  std::vector<std::string> wrong = {};

  template <class A, class B>
  void equal(const std::string& what, const A& wanted, const B& is) {
    if (wanted != is) {
      wrong.push_back(fmt::format("{}: claimed {}, said {}", what, wanted, is));
    }
  }
};

void check_summary(const Claims& claims, const json& summary, Check& check) {
  std::set<std::string> rows;
  for (const json& row : summary["ledger"]) {
    rows.insert(row["row"]);
  }
  if (claims.contains("LEDGER")) {
    std::set<std::string> wanted = words(one(claims, "LEDGER"));
    wanted.erase("none");
    check.equal("rows", wanted, rows);
  }
  if (claims.contains("COMPLETE")) {
    check.equal("complete", one(claims, "COMPLETE"), std::string(summary["complete"].get<bool>() ? "yes" : "no"));
  }
  if (claims.contains("EXECUTIONS")) {
    check.equal("executions", std::stoul(one(claims, "EXECUTIONS")), summary["executions"].get<unsigned long>());
  }
  check.equal("gaps with complete", false, summary["complete"].get<bool>() && !summary["gaps"].empty());
}

std::size_t check_findings(const std::string& heddle, const json& summary, Check& check) {
  std::size_t certain = 0;
  for (const json& finding : summary["findings"]) {
    const std::string file = finding["path"].is_string() ? finding.value("path", "") : "";
    if (const json kept = json::parse(content(file), nullptr, false); kept.is_object()) {
      if (const std::string wrong = heddle::test::wrong_numbers(kept); !wrong.empty()) {
        check.wrong.push_back(file + ": " + wrong);
      }
    }
    if (!finding.value("certain", true)) {
      continue;
    }
    if (++certain <= 3) {  // all of them are made in the same way
      const std::string path = finding.value("path", "");
      check.equal("replay of " + path, 1,
                  run(fmt::format("'{}' replay '{}' >/dev/null 2>&1 </dev/null", heddle, path)));
    }
  }
  return certain;
}

}  // namespace

constexpr int kNotSetUp = 126;  // what `refusing` ends with where nobody may mount
constexpr int kSkipped = 77;    // what ctest takes for that

int main(int count, char** arguments) {
  if (count != 6) {
    std::cerr << "claims_test HEDDLE PROGRAM SOURCE SCRATCH REFUSING\n";
    return 2;
  }
  const std::string heddle = arguments[1];
  const std::string program = arguments[2];
  const Claims claims = read_claims(arguments[3]);
  const fs::path scratch = arguments[4];
  fs::remove_all(scratch);
  fs::create_directories(scratch);
  fs::current_path(scratch);
  std::ofstream("input") << (claims.contains("INPUT") ? one(claims, "INPUT") + "\n" : "");
  // On a disk of its own, the folder `disk` is one.
  const std::string disk = one(claims, "DISK");
  const std::string place = disk.empty() ? "" : fmt::format("mkdir disk; cd disk; '{}' DISK={} ", arguments[5], disk);
  const char* up = disk.empty() ? "" : "../";
  const int code =
      run(fmt::format("{}'{}' hunt --dir=found --summary={}summary.json {} -- '{}' {} <{}input >{}output 2>&1", place,
                      heddle, up, one(claims, "HUNT"), program, one(claims, "ARGUMENTS"), up, up));
  if (!disk.empty() && code == kNotSetUp) {
    return kSkipped;
  }
  const std::string output = content("output");

  Check check;
  std::size_t findings = 0;
  const json summary = json::parse(content("summary.json"), nullptr, false);
  if (summary.is_object()) {
    check_summary(claims, summary, check);
    findings = check_findings(heddle, summary, check);
  } else {
    check.equal("a summary", !claims.contains("EXIT"), false);
  }
  if (claims.contains("NUMBERS") && summary.is_object() && !summary["findings"].empty()) {
    const json& finding = summary["findings"][0];
    check.equal("numbers", one(claims, "NUMBERS"),
                fmt::format("{} {} {}", finding["preemptions"].get<int>(), finding["switches"].get<int>(),
                            finding["minimality"].get<std::string>()));
  }
  check.equal("findings", std::stoul(one(claims, "FINDINGS", "0")), findings);
  check.equal("exit code", std::stoi(one(claims, "EXIT", findings == 0 ? "0" : "1")), code);
  for (const auto& [name, text] : claims) {
    if ((name == "SAYS" || name == "NEVER") && (output.find(text) != std::string::npos) != (name == "SAYS")) {
      check.wrong.push_back(fmt::format("{}: {}", name == "SAYS" ? "is not said" : "is said", text));
    }
  }
  if (!check.wrong.empty()) {
    fmt::print("{}\n\n{}", fmt::join(check.wrong, "\n"), output);
  }
  return check.wrong.empty() ? 0 : 1;
}
