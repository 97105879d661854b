#include "cli/base/text.h"

#include <algorithm>
#include <cmath>

namespace heddle::cli {
namespace {

// Letters inserted, left out, replaced or swapped with their neighbour (optimal string alignment).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> table(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = table[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      table[i][j] = std::min({replaced, table[i - 1][j] + 1, table[i][j - 1] + 1});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table[from.size()][to.size()];
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t end = text.size(); end > 3; end -= 3) {
    text.insert(end - 3, ",");
  }
  return text;
}

std::uint64_t rounded(double number) {
  double unit = 1;
  while (number / unit >= 1000) {
    unit *= 10;
  }
  return static_cast<std::uint64_t>(std::llround(number / unit)) * static_cast<std::uint64_t>(unit);
}

std::string plural(std::uint64_t number, std::string_view noun) {
  return grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string findings_text(std::uint64_t findings, std::uint64_t hints) {
  return plural(findings, "finding") + (hints == 0 ? "" : ", " + plural(hints, "hint"));
}

std::string shell_quoted(std::string_view argument) {
  const auto harmless = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
  };
  if (!argument.empty() && std::ranges::all_of(argument, harmless)) {
    return std::string(argument);
  }
  std::string quoted = "'";
  for (const char c : argument) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  std::string best;
  // A third of the letters wrong is still a slip, more is another word.
  std::size_t best_distance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    if (const std::size_t d = distance(name, candidate); d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result.append(indent).append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace heddle::cli
