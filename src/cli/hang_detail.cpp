#include "cli/hang_detail.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

#include "cli/symbolizer.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kIndent = "    ";

std::optional<CodeAddress> parse_place(std::string_view line, const std::filesystem::path& program) {
  const std::size_t plus = line.rfind("+0x");
  if (!line.starts_with(kIndent) || plus == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view module = line.substr(kIndent.size(), plus - kIndent.size());
  std::uint64_t offset = 0;
  const auto [end, error] = std::from_chars(line.data() + plus + 3, line.data() + line.size(), offset, 16);
  if (error != std::errc() || end != line.data() + line.size() || offset == 0) {
    return std::nullopt;
  }
  // One less: a return address stands behind its call, and within an instruction the line is the same.
  return CodeAddress{.module = module == "main program" ? program.string() : std::string(module),
                     .address = offset - 1};
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

}  // namespace heddle::cli
