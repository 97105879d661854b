#include "cli/program/symbolizer.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/base/tools.h"

namespace heddle::cli {
namespace {

// The pass splits functions in two; their names are ours, not the user's.
std::string source_name(std::string function) {
  for (const std::string_view suffix : {" (.heddle.checked)", ".heddle.checked", " (.heddle.clean)", ".heddle.clean"}) {
    if (function.ends_with(suffix)) {
      function.resize(function.size() - suffix.size());
    }
  }
  return function;
}

}  // namespace

bool Symbolizer::resolve() {
  if (frames_.empty()) {
    return true;
  }
  const auto tool = find_symbolizer();
  if (!tool) {
    return false;
  }
  std::string questions;
  for (const auto& [address, frames] : frames_) {
    questions += fmt::format("CODE \"{}\" {:#x}\n", address.module, address.address);
  }
  const auto answers = run_tool(*tool, {"--output-style=JSON", "--inlines", "--demangle"}, questions);
  if (!answers) {
    return false;
  }
  std::istringstream lines(*answers);
  for (std::string line; std::getline(lines, line);) {
    auto [address, frames] = parse_symbolizer_line(line);
    if (const auto wanted = frames_.find(address); wanted != frames_.end()) {
      wanted->second = std::move(frames);
    }
  }
  return true;
}

const std::vector<SourceFrame>& Symbolizer::frames(const CodeAddress& address) const {
  static const std::vector<SourceFrame> kNone;
  const auto found = frames_.find(address);
  return found == frames_.end() ? kNone : found->second;
}

std::pair<CodeAddress, std::vector<SourceFrame>> parse_symbolizer_line(const std::string& line) {
  std::pair<CodeAddress, std::vector<SourceFrame>> result;
  const auto json = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    return result;
  }
  try {
    result.first.module = json.value("ModuleName", "");
    result.first.address = std::stoull(json.value("Address", "0"), nullptr, 16);
    for (const auto& symbol : json.value("Symbol", nlohmann::json::array())) {
      SourceFrame frame;
      frame.function = source_name(symbol.value("FunctionName", ""));
      frame.line = symbol.value("Line", 0U);
      const std::string file = symbol.value("FileName", "");
      frame.file = file.empty() ? "" : std::filesystem::path(file).lexically_normal().string();
      if (!frame.file.empty() || !frame.function.empty()) {
        result.second.push_back(std::move(frame));
      }
    }
  } catch (const std::exception&) {  // an answer of another shape is no answer
    result.second.clear();
  }
  return result;
}

bool is_system_source(const std::string& file) {
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || file.starts_with("/usr/lib64/") ||
         file.starts_with("./nptl") || file.find("/../sysdeps/") != std::string::npos;
}

}  // namespace heddle::cli
