// Prints the table of combinations: of every family of programs, how many pass with which executor and reset, and why
// the others are not run so. Checks that docs/limits.md says the same.
//
//   combinations LIST-OF-PROGRAMS SCRATCH-FOLDER LIMITS
//
// What it knows is what the runner has left (SCRATCH-FOLDER/<program>.combinations). Where programs of the list were
// not run there is no table.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;  // as CMakeLists.txt tells ctest
constexpr const char* kExecutors[] = {"borrowed", "kernel"};
constexpr const char* kResets[] = {"loop", "snapshot", "fork", "exec"};

struct Cell {
  int passed = 0;
  int failed = 0;
  int no = 0;
};

using Combination = std::pair<std::string, std::string>;  // executor, reset

struct Table {
  std::map<std::string, std::map<Combination, Cell>> families;
  // Why, of which reset, in which families.
  std::map<std::string, std::map<std::string, std::set<std::string>>> reasons;
};

bool add_record(Table& table, const std::string& family, const fs::path& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string executor;
    std::string reset;
    std::string verdict;
    words >> executor >> reset >> verdict >> std::ws;
    Cell& cell = table.families[family][{executor, reset}];
    if (verdict == "no") {
      std::string reason;
      std::getline(words, reason);
      ++cell.no;
      table.reasons[reason][reset].insert(family);
    } else {
      ++(verdict == "passed" ? cell.passed : cell.failed);
    }
  }
  return file.eof();
}

std::string count_of(const Cell& cell) {
  std::string text = std::to_string(cell.passed);
  text += cell.no == 0 ? "" : fmt::format(" of {}", cell.passed + cell.failed + cell.no);
  text += cell.failed == 0 ? "" : fmt::format(", {} FAILED", cell.failed);
  return text;
}

// Whether it applies, which changes less often than how many there are.
std::string word_of(const Cell& cell) {
  const int applies = cell.passed + cell.failed;
  return applies == 0 ? "no" : cell.no == 0 ? "all" : "some";
}

// One line for families that are alike.
std::vector<std::string> lines_of(const Table& table, std::string (*text)(const Cell&)) {
  std::vector<std::string> lines;
  std::string header = "| programs |";
  std::string rule = "|---|";
  for (const char* executor : kExecutors) {
    for (const char* reset : kResets) {
      header += fmt::format(" {} {} |", executor, reset);
      rule += "---|";
    }
  }
  lines.push_back(header);
  lines.push_back(rule);
  std::vector<std::pair<std::string, std::string>> rows;  // the families, and what they have in common
  for (const auto& [family, cells] : table.families) {
    std::string row;
    for (const char* executor : kExecutors) {
      for (const char* reset : kResets) {
        row += fmt::format(" {} |", text(cells.at({executor, reset})));
      }
    }
    const std::string name = fmt::format("`{}`", family);
    if (const auto alike = std::ranges::find(rows, row, &std::pair<std::string, std::string>::second);
        alike != rows.end()) {
      alike->first += ", " + name;
    } else {
      rows.emplace_back(name, row);
    }
  }
  for (const auto& [families, row] : rows) {
    lines.push_back(fmt::format("| {} |{}", families, row));
  }
  return lines;
}

std::vector<std::string> reasons_of(const Table& table) {
  std::vector<std::string> lines{"| why not | with | programs |", "|---|---|---|"};
  for (const auto& [reason, resets] : table.reasons) {
    std::string names;
    std::set<std::string> families;
    for (const char* reset : kResets) {
      if (const auto found = resets.find(reset); found != resets.end()) {
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ", reset);
        families.insert(found->second.begin(), found->second.end());
      }
    }
    std::string where;
    for (const std::string& family : families) {
      where += fmt::format("{}`{}`", where.empty() ? "" : ", ", family);
    }
    lines.push_back(fmt::format("| {} | {} | {} |", reason, names, families.size() > 6 ? "most" : where));
  }
  return lines;
}

void print(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    fmt::print("{}\n", line);
  }
  fmt::print("\n");
}

bool is_in(const std::vector<std::string>& lines, const std::string& text) {
  std::string block = "\n";
  for (const std::string& line : lines) {
    block += line + "\n";
  }
  return text.find(block + "\n") != std::string::npos;
}

int main_of(const fs::path& list, const fs::path& scratch, const fs::path& limits) {
  Table table;
  std::vector<std::string> missing;
  std::ifstream names(list);
  for (std::string name; std::getline(names, name);) {
    if (!add_record(table, name.substr(0, name.find('/')), scratch / (name + ".combinations"))) {
      missing.push_back(name);
    }
  }
  if (!missing.empty()) {
    fmt::print("skipped: {} programs were not run, among them {}\n", missing.size(), missing.front());
    return kSkipped;
  }
  const std::vector<std::string> reasons = reasons_of(table);
  print(lines_of(table, count_of));
  print(reasons);
  std::ifstream file(limits);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::vector<std::string> documented = lines_of(table, word_of);
  if (is_in(documented, text) && is_in(reasons, text)) {
    return 0;
  }
  fmt::print("{} does not say the same. It should have:\n\n", limits.string());
  print(documented);
  print(reasons);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: combinations LIST-OF-PROGRAMS SCRATCH-FOLDER LIMITS\n");
    return 2;
  }
  return main_of(argv[1], argv[2], argv[3]);
}
