#include "report/suppressions.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

[[nodiscard]] std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// * is anything; nothing else is special.
[[nodiscard]] bool is_like(std::string_view glob, std::string_view text) {
  std::size_t star = std::string_view::npos;
  std::size_t retry = 0;
  std::size_t at = 0;
  std::size_t next = 0;
  while (at < text.size()) {
    if (next < glob.size() && glob[next] == '*') {
      star = next++;
      retry = at;
    } else if (next < glob.size() && glob[next] == text[at]) {
      ++next;
      ++at;
    } else if (star != std::string_view::npos) {
      next = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', next) == std::string_view::npos;
}

[[nodiscard]] bool matches_frame(std::string_view pattern, const StackFrame& frame) {
  return suppression_matches(pattern, frame.function) || suppression_matches(pattern, frame.file) ||
         suppression_matches(pattern, frame.module);
}

}  // namespace

bool suppression_matches(std::string_view pattern, std::string_view name) {
  if (name.empty()) {
    return false;
  }
  const bool from_begin = pattern.starts_with('^');
  pattern.remove_prefix(from_begin ? 1 : 0);
  const bool to_end = pattern.ends_with('$');
  pattern.remove_suffix(to_end ? 1 : 0);
  return is_like(fmt::format("{}{}{}", from_begin ? "" : "*", pattern, to_end ? "" : "*"), name);
}

std::vector<Suppressions::Kind> Suppressions::kinds() {
  // Of leaked threads and of calls in signal handlers there are no findings: files for ThreadSanitizer may name them.
  std::vector<Kind> all = {
      {.word = "race", .group = SuppressionGroup::kRaces},
      {.word = "race_top", .group = SuppressionGroup::kRaces, .where = Where::kInnermost},
      {.word = "called_from_lib", .group = SuppressionGroup::kRaces, .where = Where::kModules},
      {.word = "mutex", .group = SuppressionGroup::kMisuses},
      {.word = "deadlock", .group = SuppressionGroup::kDeadlocks},
      {.word = "thread"},
      {.word = "signal"},
  };
  for (const FindingKindRow& row : finding_kinds()) {
    if (std::ranges::find(all, name(row.kind), &Kind::word) == all.end()) {
      all.push_back({.word = name(row.kind), .kind = row.kind});
    }
  }
  return all;
}

std::optional<Error> Suppressions::add(std::string_view text, std::string_view name) {
  const std::vector<Kind> known = kinds();
  std::vector<Line> lines;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty() || line.front() == '#') {
      continue;
    }
    const std::size_t colon = line.find(':');
    const std::string_view word = line.substr(0, colon);
    const auto kind = std::ranges::find(known, word, &Kind::word);
    if (colon == std::string_view::npos) {
      return Error{fmt::format("{}:{}: '{}' is not a kind, a colon and a pattern", name, number, line)};
    }
    if (kind == known.end()) {
      std::string words;
      for (const Kind& one : known) {
        words += (words.empty() ? "" : ", ") + std::string(one.word);
      }
      return Error{fmt::format("{}:{}: '{}' is not one of {}", name, number, word, words)};
    }
    const std::string_view pattern = trimmed(line.substr(colon + 1));
    if (pattern.find_first_not_of("*^$") == std::string_view::npos && pattern != "*") {
      return Error{fmt::format("{}:{}: there is no pattern after '{}:'", name, number, word)};
    }
    lines.push_back({.kind = *kind, .pattern = std::string(pattern)});
  }
  lines_.insert(lines_.end(), lines.begin(), lines.end());
  return std::nullopt;
}

bool Suppressions::matches(const Line& line, const Suppressible& finding) {
  const SuppressionGroup group = row_of(finding.kind).group;
  if (finding.kind != line.kind.kind && (group == SuppressionGroup::kNone || group != line.kind.group)) {
    return false;
  }
  const auto in_stack = [&line](const Stack& stack) {
    switch (line.kind.where) {
      case Where::kInnermost:
        return !stack.empty() && matches_frame(line.pattern, stack.front());
      case Where::kModules:
        return std::ranges::any_of(
            stack, [&line](const StackFrame& frame) { return suppression_matches(line.pattern, frame.module); });
      case Where::kAnywhere:
        break;
    }
    return std::ranges::any_of(stack, [&line](const StackFrame& frame) { return matches_frame(line.pattern, frame); });
  };
  const auto is_meant = [&line](const std::string& variable) { return suppression_matches(line.pattern, variable); };
  return std::ranges::any_of(finding.stacks, in_stack) ||
         (line.kind.where == Where::kAnywhere && std::ranges::any_of(finding.variables, is_meant));
}

bool Suppressions::match(const Suppressible& finding) const {
  return std::ranges::any_of(lines_, [&finding](const Line& line) { return matches(line, finding); });
}

std::string_view suppression_word(const FindingKind& kind) {
  return kind == FindingKind::kDataRace ? "race" : name(kind);
}

}  // namespace heddle
