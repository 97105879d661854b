#include "cli/program/focus.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "cli/base/text.h"
#include "cli/base/tools.h"
#include "cli/program/elf_file.h"
#include "cli/program/focus_pattern.h"
#include "cli/program/symbolizer.h"
#include "core/hash.h"

namespace heddle::cli {
namespace {

using segment::FocusKind;
using segment::FocusPlace;

struct LinkedModule {
  std::string path;  // of the file
  std::string name;  // as the dynamic loader tells it: the program itself has none
};

// The program and the libraries it is linked with, asked of the loader itself: it alone knows where it looks.
std::vector<LinkedModule> modules_of(const std::filesystem::path& program) {
  std::vector<LinkedModule> modules{{.path = program.string(), .name = ""}};
  const auto listed = run_tool("/usr/bin/env", {"LD_TRACE_LOADED_OBJECTS=1", program.string()}, "");
  std::istringstream lines(listed.value_or(""));
  for (std::string line; std::getline(lines, line);) {  // "	libqueue.so => /home/me/libqueue.so (0x00007f...)"
    const std::size_t arrow = line.find("=> /");
    const std::size_t end = line.rfind(" (0x");
    if (arrow != std::string::npos && end != std::string::npos && end > arrow) {
      const std::string path = line.substr(arrow + 3, end - arrow - 3);
      modules.push_back({.path = path, .name = path});
    }
  }
  return modules;
}

class FocusFinder {
 public:
  explicit FocusFinder(const std::vector<std::string>& patterns) : patterns_(patterns.begin(), patterns.end()) {}

  // False: there is no llvm-symbolizer.
  [[nodiscard]] bool look_at(const LinkedModule& module) {
    const Expected<ElfFile> file = ElfFile::open(module.path);
    if (!file || !file->is_instrumented()) {
      return true;  // not instrumented: whoever calls it decides
    }
    const std::uint64_t name = hash_bytes(module.name);
    places_.push_back({.module = name, .offset = 0, .kind = FocusKind::kModule});
    for (const std::uint64_t address : file->site_addresses()) {
      if (const auto site = file->site_at(address)) {
        const SourceFrame frame{.function = demangle(site->function), .file = normal(site->file), .line = site->line};
        add(name, address, {frame});
      }
    }
    Symbolizer symbolizer;
    const std::vector<std::uint64_t> returns = file->return_addresses();
    for (const std::uint64_t address : returns) {
      symbolizer.want({.module = module.path, .address = address - 1});  // in the call, not behind it
    }
    if (!symbolizer.resolve()) {
      return false;
    }
    for (const std::uint64_t address : returns) {
      add(name, address, symbolizer.frames({.module = module.path, .address = address - 1}));
    }
    return true;
  }

  // The first pattern that means nothing.
  [[nodiscard]] std::optional<std::string> useless() const {
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (!matched_.contains(i)) {
        const std::vector<std::string> names(names_.begin(), names_.end());
        const std::string meant = nearest_name(patterns_[i].glob(), names);
        return fmt::format("--focus={} is neither a file nor a function of the program{}", patterns_[i].text(),
                           meant.empty() ? "" : ", did you mean " + meant + "?");
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<FocusPlace> places() {
    std::ranges::sort(places_);
    return std::move(places_);
  }

 private:
  static std::string normal(const std::string& file) {
    return file.empty() ? "" : std::filesystem::path(file).lexically_normal().string();
  }

  // The innermost frame that the user wrote decides.
  void add(std::uint64_t module, std::uint64_t offset, const std::vector<SourceFrame>& frames) {
    for (const SourceFrame& frame : frames) {
      if (!is_system_source(frame.file)) {
        if (is_inside(frame)) {
          places_.push_back({.module = module, .offset = offset, .kind = FocusKind::kInside});
        }
        return;
      }
    }
    if (!frames.empty()) {
      places_.push_back({.module = module, .offset = offset, .kind = FocusKind::kLibrary});
    }
  }

  // Many places are in one function: each is judged once.
  [[nodiscard]] bool is_inside(const SourceFrame& frame) {
    const auto [entry, is_new] = judged_.try_emplace({frame.file, frame.function}, false);
    if (is_new) {
      for (std::size_t i = 0; i < patterns_.size(); ++i) {
        if (patterns_[i].matches(frame)) {
          matched_.insert(i);
          entry->second = true;
        }
      }
      names_.insert(std::filesystem::path(frame.file).filename().string());
      const std::vector<std::string> functions = names_of_function(frame.function);
      names_.insert(functions.begin(), functions.end());
    }
    return entry->second;
  }

  std::vector<FocusPattern> patterns_;
  std::set<std::size_t> matched_;  // of the patterns
  std::set<std::string> names_;    // that would have meant something
  std::map<std::pair<std::string, std::string>, bool> judged_;
  std::vector<FocusPlace> places_;
};

}  // namespace

std::variant<std::vector<FocusPlace>, Refusal> find_focus(const TargetFile& target,
                                                          const std::vector<std::string>& patterns) {
  FocusFinder finder(patterns);
  for (const LinkedModule& module : modules_of(target.path)) {
    if (!finder.look_at(module)) {
      return Refusal{kExitUsage, "--focus needs llvm-symbolizer, which is missing"};
    }
  }
  if (const auto line = finder.useless()) {
    return Refusal{kExitUsage, *line};
  }
  std::vector<FocusPlace> places = finder.places();
  if (places.size() > segment::kFocusCapacity) {
    return Refusal{kExitUsage, fmt::format("--focus: {} has too many places to look at ({})", target.path.string(),
                                           grouped(places.size()))};
  }
  return places;
}

}  // namespace heddle::cli
