// Whether checkpoints change anything but the time: compare HEDDLE SCRATCH OPTIONS PROGRAM...
//
// OPTIONS is a file of lines, each the options of a hunt. Every program is hunted in with each of them, without
// checkpoints and with one wherever there can be: both must come to the same executions, the same guarantee, and the
// same findings. Searches that are cut off by --executions must have made the same ones up to there.
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Hunted {
  int code = -1;
  json summary;
  std::string errors;
};

std::string read_file(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Subject {
  std::string heddle;
  fs::path scratch;

  [[nodiscard]] Hunted hunt(const std::string& program, const std::string& options,
                            const std::string& checkpoints) const {
    const fs::path summary = scratch / "summary.json";
    fs::remove(summary);
    fs::remove_all(scratch / "results");
    const int status = std::system(fmt::format("cd '{}' && '{}' hunt -j 1 --quiet --dir=results --summary=summary.json "
                                               "--time=1h --checkpoints={} {} -- '{}' >output 2>errors </dev/null",
                                               scratch.string(), heddle, checkpoints, options, program)
                                       .c_str());
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .summary = json::parse(read_file(summary), nullptr, false),
            .errors = read_file(scratch / "errors")};
  }
};

// What checkpoints have no part in.
json lasting_part(const Hunted& hunted) {
  json lasting = {{"exit code", hunted.code}, {"errors", hunted.errors}};
  for (const char* name : {"executor", "reset", "complete", "guarantee", "bound", "points", "executions",
                           "beyond_bound", "out_of_focus", "pruned", "diverged", "step_limited"}) {
    if (hunted.summary.contains(name)) {
      lasting[name] = hunted.summary[name];
    }
  }
  lasting["findings"] = json::array();
  for (json finding : hunted.summary.value("findings", json::array())) {
    finding.erase("path");
    lasting["findings"].push_back(finding);
  }
  return lasting;
}

int compare(const std::vector<std::string>& arguments) {
  if (arguments.size() < 4) {
    fmt::print(stderr, "usage: compare HEDDLE SCRATCH OPTIONS PROGRAM...\n");
    return 2;
  }
  const Subject subject{.heddle = arguments[0], .scratch = arguments[1]};
  fs::remove_all(subject.scratch);
  fs::create_directories(subject.scratch);
  int compared = 0;
  int failures = 0;
  std::ifstream all_options(arguments[2]);
  for (std::string options; std::getline(all_options, options);) {
    for (std::size_t index = 3; index < arguments.size(); ++index) {
      const std::string& program = arguments[index];
      const json without = lasting_part(subject.hunt(program, options, "never"));
      const json with = lasting_part(subject.hunt(program, options, "always"));
      ++compared;
      if (with != without) {
        ++failures;
        fmt::print("NOT THE SAME: {} {}\nwith checkpoints: {}\nwithout: {}\n", options, program, with.dump(1),
                   without.dump(1));
      }
    }
  }
  fmt::print("{} of {} hunts are the same\n", compared - failures, compared);
  if (failures == 0) {
    fs::remove_all(subject.scratch);
  }
  return failures == 0 && compared != 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return compare({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 2;
  }
}
