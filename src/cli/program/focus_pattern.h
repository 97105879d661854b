// The patterns of --focus: which source files and functions they mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/program/symbolizer.h"

namespace heddle::cli {

// At the commas, but not at those between brackets: "Map<int, int>::get" is one pattern.
[[nodiscard]] std::vector<std::string> split_patterns(std::string_view text);

// A function's name as people may write it, longest first: with and without parameters, with and without template
// arguments, and each of these from any of its scopes on ("Queue::push", "push").
[[nodiscard]] std::vector<std::string> names_of_function(std::string_view demangled);
// The same for a file: the path, and every end of it from a folder on ("src/queue.cpp", "queue.cpp").
[[nodiscard]] std::vector<std::string> names_of_file(std::string_view path);

// "queue.cpp", "Queue::push*", "file:*.h", "function:push": a glob. Without a word in front it may be either.
class FocusPattern {
 public:
  explicit FocusPattern(std::string text);

  [[nodiscard]] bool matches(const SourceFrame& frame) const;
  [[nodiscard]] const std::string& text() const { return text_; }
  // Without "file:" or "function:".
  [[nodiscard]] const std::string& glob() const { return glob_; }

 private:
  std::string text_;
  std::string glob_;
  bool may_be_file_ = true;
  bool may_be_function_ = true;
};

}  // namespace heddle::cli
