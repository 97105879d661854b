#include "cli/program/focus_pattern.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>

namespace heddle::cli {
namespace {

// Walks over a name and tells how deep in brackets each character is. The signs of an operator are no brackets.
class Walk {
 public:
  explicit Walk(std::string_view name) : name_(name) {}

  [[nodiscard]] bool ended() const { return at_ >= name_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool is_outside() const { return depth_ == 0; }
  [[nodiscard]] bool is_at(std::string_view text) const { return name_.substr(at_).starts_with(text); }

  void next() {
    if (const std::size_t signs = signs_of_operator(); signs != 0) {
      at_ += signs;
      return;
    }
    const char letter = name_[at_++];
    if (std::string_view("<({[").find(letter) != std::string_view::npos) {
      ++depth_;
    } else if (std::string_view(">)}]").find(letter) != std::string_view::npos && depth_ != 0) {
      --depth_;
    }
  }

 private:
  // The length of "operator<<", if that stands here.
  [[nodiscard]] std::size_t signs_of_operator() const {
    constexpr std::string_view kWord = "operator";
    if (!is_at(kWord) || (at_ != 0 && (std::isalnum(static_cast<unsigned char>(name_[at_ - 1])) != 0))) {
      return 0;
    }
    const std::size_t begin = at_ + kWord.size();
    if (name_.substr(begin).starts_with("()") || name_.substr(begin).starts_with("[]")) {
      return kWord.size() + 2;
    }
    const std::size_t end = name_.find_first_not_of("<>=!+-*/%^&|~,", begin);
    return (end == std::string_view::npos ? name_.size() : end) - at_;
  }

  std::string_view name_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

// "Queue::push(int) const" -> "Queue::push"; "f(int)::{lambda()#1}::operator()() const" -> all up to "operator()".
std::string without_parameters(std::string_view name) {
  for (Walk walk(name); !walk.ended();) {
    if (!walk.is_outside() || !walk.is_at("(")) {
      walk.next();
      continue;
    }
    const std::size_t open = walk.at();
    do {
      walk.next();
    } while (!walk.ended() && !walk.is_outside());
    if (!walk.is_at("::")) {
      return std::string(name.substr(0, open));
    }
  }
  return std::string(name);
}

// "Queue<int>::push" -> "Queue::push".
std::string without_template_arguments(std::string_view name) {
  std::string text;
  std::size_t depth = 0;
  for (Walk walk(name); !walk.ended();) {
    const std::size_t from = walk.at();
    walk.next();
    const std::string_view piece = name.substr(from, walk.at() - from);
    depth += piece == "<" ? 1 : 0;
    text += depth == 0 ? piece : "";
    depth -= piece == ">" && depth != 0 ? 1 : 0;
  }
  return text;
}

// The name, and what follows each of its scopes; a blank stands behind the type that a function template gives.
void add_ends(const std::string& name, std::vector<std::string>& ends) {
  const auto add = [&ends](std::string_view end) {
    if (!end.empty() && std::ranges::find(ends, end) == ends.end()) {
      ends.emplace_back(end);
    }
  };
  add(name);
  for (Walk walk(name); !walk.ended(); walk.next()) {
    if (walk.is_outside() && walk.is_at("::")) {
      add(std::string_view(name).substr(walk.at() + 2));
    } else if (walk.is_outside() && walk.is_at(" ")) {
      add(std::string_view(name).substr(walk.at() + 1));
    }
  }
}

bool any_matches(const std::string& glob, const std::vector<std::string>& names) {
  return std::ranges::any_of(
      names, [&glob](const std::string& name) { return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0; });
}

bool take_word(std::string& text, std::string_view word) {
  if (!text.starts_with(word)) {
    return false;
  }
  text.erase(0, word.size());
  return true;
}

}  // namespace

std::vector<std::string> split_patterns(std::string_view text) {
  std::vector<std::string> patterns;
  std::size_t from = 0;
  Walk walk(text);
  for (; !walk.ended(); walk.next()) {
    if (walk.is_outside() && walk.is_at(",")) {
      patterns.emplace_back(text.substr(from, walk.at() - from));
      from = walk.at() + 1;
    }
  }
  patterns.emplace_back(text.substr(from));
  return patterns;
}

std::vector<std::string> names_of_function(std::string_view demangled) {
  std::vector<std::string> names;
  const std::string plain = without_parameters(demangled);
  add_ends(std::string(demangled), names);
  add_ends(plain, names);
  add_ends(without_template_arguments(plain), names);
  return names;
}

std::vector<std::string> names_of_file(std::string_view path) {
  std::vector<std::string> names{std::string(path)};
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    names.emplace_back(path.substr(slash + 1));
  }
  return names;
}

FocusPattern::FocusPattern(std::string text) : text_(std::move(text)), glob_(text_) {
  may_be_function_ = !take_word(glob_, "file:");
  may_be_file_ = !may_be_function_ || !take_word(glob_, "function:");
}

bool FocusPattern::matches(const SourceFrame& frame) const {
  return (may_be_file_ && !frame.file.empty() && any_matches(glob_, names_of_file(frame.file))) ||
         (may_be_function_ && any_matches(glob_, names_of_function(frame.function)));
}

}  // namespace heddle::cli
