// Findings that a user does not want to hear of, named in files as ThreadSanitizer has them:
//
//   # the statistics are racy on purpose
//   race:Statistics::count
//   deadlock:third_party/*.cpp$
//
// A line is a kind and a pattern, which is looked for anywhere in the names of functions, source files, modules and
// variables: * stands for anything, ^ in front and $ at the end for where a name begins and ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "detectors/finding_kinds.h"
#include "trace/expected.h"

namespace heddle {

// What of a finding suppressions are compared with.
struct Suppressible {
  FindingKind kind = FindingKind::kAssertion;
  std::vector<Stack> stacks;           // of its operations, or of the threads that wait
  std::vector<std::string> variables;  // and locks
};

class Suppressions {
 public:
  // The first line that makes no sense is an error; `name` is what it calls the text.
  [[nodiscard]] std::optional<Error> add(std::string_view text, std::string_view name);

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  // Whether one of them means this.
  [[nodiscard]] bool match(const Suppressible& finding) const;

 private:
  // Which names a line is compared with.
  enum class Where : std::uint8_t { kAnywhere, kInnermost, kModules };
  struct Kind {
    std::string_view word;
    FindingKind kind{};                                // what it means: one kind ...
    SuppressionGroup group = SuppressionGroup::kNone;  // ... or a group of them
    Where where = Where::kAnywhere;
  };
  struct Line {
    Kind kind;
    std::string pattern;
  };

  [[nodiscard]] static std::vector<Kind> kinds();
  [[nodiscard]] static bool matches(const Line& line, const Suppressible& finding);

  std::vector<Line> lines_;
};

// The word that suppresses this kind and as little else as possible; ThreadSanitizer's, where it has one.
[[nodiscard]] std::string_view suppression_word(const FindingKind& kind);

// Whether a pattern is found in a name.
[[nodiscard]] bool suppression_matches(std::string_view pattern, std::string_view name);

}  // namespace heddle
