#include "cli/program/source_lines.h"

#include <algorithm>
#include <fstream>

namespace heddle::cli {
namespace {

constexpr std::size_t kLongestSource = 200;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) {
    return "";
  }
  return text.substr(first, std::min(text.find_last_not_of(" \t\r") - first + 1, kLongestSource));
}

}  // namespace

std::string SourceLines::line(const std::string& file, std::uint32_t number) {
  const auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::ifstream stream(file);
    for (std::string text; std::getline(stream, text);) {
      entry->second.push_back(trimmed(text));
    }
  }
  return number >= 1 && number <= entry->second.size() ? entry->second[number - 1] : "";
}

}  // namespace heddle::cli
