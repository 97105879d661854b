#include "cli/findings/suppressing.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <istream>
#include <optional>
#include <system_error>
#include <vector>

#include "cli/program/symbolizer.h"
#include "cli/story/event_describer.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// The events that the finding is about: in a race, the last ones at its two places.
std::vector<const segment::RecordedEvent*> events_of(const SharedSegment& segment, const FindingFile& finding) {
  std::vector<const segment::RecordedEvent*> chosen;
  for (const segment::RecordedEvent& event : segment.events()) {
    if (event.fails != 0 || event.waits != 0) {
      chosen.push_back(&event);
    }
  }
  const auto events = segment.events();
  for (const SiteId site : finding.sites) {
    for (std::size_t index = events.size(); site != SiteId{} && index-- > 0;) {
      const segment::RecordedEvent& event = events[index];
      if (event.event.operation.site == site && event.fails == 0) {
        chosen.push_back(&event);
        break;
      }
    }
  }
  return chosen;
}

class Naming {
 public:
  Naming(const SharedSegment& segment, const fs::path& program)
      : segment_(segment), modules_(segment, program), describer_(segment, program) {}

  Suppressible names(const FindingFile& finding) {
    Suppressible names{.kind = finding.kind, .stacks = {}, .variables = {}};
    const auto events = events_of(segment_, finding);
    for (const segment::RecordedEvent* event : events) {
      for (const std::uint64_t address : segment_.stack(*event)) {
        if (const auto code = code_of(address)) {
          symbolizer_.want(*code);
        }
      }
    }
    (void)symbolizer_.resolve();  // without it, there are modules only
    for (const segment::RecordedEvent* event : events) {
      names.stacks.push_back(stack_of(*event));
      for (std::string& variable : variables_of(*event)) {
        names.variables.push_back(std::move(variable));
      }
    }
    return names;
  }

 private:
  // Return addresses point behind the call; one less is in it.
  [[nodiscard]] std::optional<CodeAddress> code_of(std::uint64_t return_address) const {
    const segment::Module* module = modules_.find(return_address);
    return module == nullptr ? std::nullopt
                             : std::optional(CodeAddress{.module = modules_.path(*module),
                                                         .address = return_address - module->base - 1});
  }

  [[nodiscard]] Stack stack_of(const segment::RecordedEvent& event) const {
    Stack stack;
    for (const std::uint64_t address : segment_.stack(event)) {
      const auto code = code_of(address);
      if (!code) {
        continue;
      }
      const auto& frames = symbolizer_.frames(*code);
      for (const SourceFrame& frame : frames) {
        stack.push_back({.module = code->module,
                         .offset = code->address,
                         .function = frame.function,
                         .file = frame.file,
                         .line = frame.line});
      }
      if (frames.empty()) {
        stack.push_back({.module = code->module, .offset = code->address, .function = {}, .file = {}});
      }
    }
    return stack;
  }

  // As the source calls it, and the object that it belongs to.
  [[nodiscard]] std::vector<std::string> variables_of(const segment::RecordedEvent& event) {
    std::vector<std::string> names = {describer_.describe(event).object};
    const std::uint64_t address = event.event.operation.address;
    const segment::Module* module = modules_.find(address);
    const ElfFile* file = module == nullptr ? nullptr : modules_.file(*module);
    if (const auto symbol = file == nullptr ? std::nullopt : file->symbol_at(address - module->base)) {
      names.push_back(symbol->name);
    }
    std::erase(names, "");
    return names;
  }

  const SharedSegment& segment_;
  Modules modules_;
  EventDescriber describer_;
  Symbolizer symbolizer_;
};

}  // namespace

namespace {

// Nothing: there is more than anybody has written, as in /dev/zero.
std::optional<std::string> limited_text(std::istream& stream) {
  constexpr std::size_t kLargest = std::size_t{16} << 20U;
  std::string text(kLargest + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text.size() > kLargest ? std::nullopt : std::optional(std::move(text));
}

}  // namespace

Expected<Suppressions> read_suppressions(std::span<const std::string> files) {
  Suppressions all;
  for (const std::string& file : files) {
    std::error_code error;
    std::ifstream stream(file);
    if (fs::is_directory(file, error) || !stream.is_open()) {
      return Error{fmt::format("cannot read the suppressions in {}", file)};
    }
    const auto text = limited_text(stream);
    if (!text) {
      return Error{fmt::format("{} is too large for a file of suppressions", file)};
    }
    if (auto wrong = all.add(*text, file)) {
      return *std::move(wrong);
    }
  }
  return all;
}

Suppressible names_of(const SharedSegment& segment, const fs::path& program, const FindingFile& finding) {
  Suppressible names = Naming(segment, program).names(finding);
  if (!finding.file.empty()) {
    names.stacks.push_back({{.module = {}, .function = {}, .file = finding.file, .line = finding.line}});
  }
  return names;
}

std::string suppression_for(const Suppressible& finding) {
  const auto line = [&finding](std::string_view pattern) {
    return fmt::format("{}:{}", suppression_word(finding.kind), pattern);
  };
  for (const Stack& stack : finding.stacks) {
    for (const StackFrame& frame : stack) {
      if (!frame.function.empty() && !frame.file.empty() && !is_system_source(frame.file)) {
        return line("^" + frame.function + "$");
      }
    }
  }
  for (const Stack& stack : finding.stacks) {
    for (const StackFrame& frame : stack) {
      if (const std::string file = fs::path(frame.file.empty() ? frame.module : frame.file).filename(); !file.empty()) {
        return line(file + "$");
      }
    }
  }
  return finding.variables.empty() ? "" : line("^" + finding.variables.front() + "$");
}

}  // namespace heddle::cli
