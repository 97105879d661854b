#include "cli/story/hang_detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

#include "cli/program/symbolizer.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kIndent = "    ";

// "<module>+0x<offset>"
std::optional<CodeAddress> parse_address(std::string_view text, const std::filesystem::path& program) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view module = text.substr(0, plus);
  std::uint64_t offset = 0;
  const auto [end, error] = std::from_chars(text.data() + plus + 3, text.data() + text.size(), offset, 16);
  if (error != std::errc() || end != text.data() + text.size() || offset == 0) {
    return std::nullopt;
  }
  // One less: a return address stands behind its call, and within an instruction the line is the same.
  return CodeAddress{.module = module == "main program" ? program.string() : std::string(module),
                     .address = offset - 1};
}

std::optional<CodeAddress> parse_place(std::string_view line, const std::filesystem::path& program) {
  return line.starts_with(kIndent) ? parse_address(line.substr(kIndent.size()), program) : std::nullopt;
}

std::string source_place(const std::vector<SourceFrame>& frames) {
  std::string place;
  for (const SourceFrame& frame : frames) {
    if (frame.line != 0 && (place.empty() || !is_system_source(frame.file))) {
      place = fmt::format("{}:{}", frame.file, frame.line);
      if (!is_system_source(frame.file)) {
        break;
      }
    }
  }
  return place;
}

// Inlined calls innermost first, as the frames of a stack are.
std::string frame_lines(const std::vector<SourceFrame>& frames) {
  std::string text;
  for (const SourceFrame& frame : frames) {
    if (frame.line != 0) {
      text += fmt::format("{}{} at {}:{}\n", kIndent, frame.function, frame.file, frame.line);
    }
  }
  return text;
}

}  // namespace

std::string with_source_lines(const std::string& detail, const std::filesystem::path& program) {
  std::vector<std::string> lines;
  std::istringstream stream(detail);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  Symbolizer symbolizer;
  for (const std::string& line : lines) {
    if (const auto place = parse_place(line, program)) {
      symbolizer.want(*place);
    }
  }
  const bool resolved = symbolizer.resolve();
  std::string text;
  for (const std::string& line : lines) {
    const auto place = resolved ? parse_place(line, program) : std::nullopt;
    const std::string known = place ? frame_lines(symbolizer.frames(*place)) : "";
    text += known.empty() ? line + "\n" : known;
  }
  return text;
}

std::string with_source_places(const std::string& line, const std::filesystem::path& program) {
  std::string text;
  std::size_t position = 0;
  for (std::size_t open = 0; (open = line.find('{', position)) != std::string::npos;) {
    const std::size_t close = std::min(line.find('}', open), line.size());
    const std::string inside = line.substr(open + 1, close - open - 1);
    std::string place = inside;
    if (const auto address = parse_address(inside, program)) {
      Symbolizer symbolizer;
      symbolizer.want(*address);
      const std::string source = symbolizer.resolve() ? source_place(symbolizer.frames(*address)) : "";
      place = source.empty() ? inside : source;
    }
    text += line.substr(position, open - position) + place;
    position = std::min(close + 1, line.size());
  }
  return text + line.substr(position);
}

}  // namespace heddle::cli
