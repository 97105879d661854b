#include "cli/options/options_parser.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kOptionColumn = 28;
constexpr std::size_t kHelpWidth = 110;

// Words in lines; those after the first are indented to the column of the first.
std::string wrapped(const std::string& text, std::size_t column) {
  std::istringstream words(text);
  std::string result;
  std::size_t used = column;
  for (std::string word; words >> word;) {
    if (used > column && used + 1 + word.size() > kHelpWidth) {
      result += "\n" + std::string(column, ' ');
      used = column;
    } else if (used > column) {
      result += " ";
      ++used;
    }
    result += word;
    used += word.size();
  }
  return result;
}

// "  --runs=N" and what it means. Defaults are said in words there.
std::string option_line(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) {
    names += "-" + name + ", ";
  }
  names += "--" + option.get_lnames().front();
  if (option.get_expected_min() > 0) {
    const std::string type = option.get_type_name();
    names += "=" + type.substr(0, type.find(':'));  // CLI11 puts the check behind the colon
  }
  return fmt::format("  {:<{}}{}\n", names, kOptionColumn - 2, wrapped(option.get_description(), kOptionColumn));
}

constexpr const char* kHelpGroup = "Help";

// The options by group; help itself only where asked for.
std::string groups_text(const CLI::App& app, bool with_help) {
  std::string text;
  for (const std::string& group : app.get_groups()) {
    const auto options = app.get_options([&](const CLI::Option* option) { return option->get_group() == group; });
    if (!group.empty() && !options.empty() && (with_help || group != kHelpGroup)) {
      text += "\n" + group + ":\n";
      for (const CLI::Option* option : options) {
        text += option_line(*option);
      }
    }
  }
  return text;
}

class HelpFormatter : public CLI::FormatterBase {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) {}
  std::string make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode /*mode*/) const override {
    std::string text = "Usage: " + usage_ + "\n\n" + wrapped(app->get_description(), 0) + "\n";
    text += groups_text(*app, true);
    const std::string footer = app->get_footer();
    return footer.empty() ? text : text + "\n" + wrapped(footer, 0) + "\n";
  }

 private:
  std::string usage_;
};

bool looks_like_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::string without_value(const std::string& argument) { return argument.substr(0, argument.find('=')); }

}  // namespace

OptionsParser::OptionsParser(std::string name, std::string usage, std::string description)
    : app_(std::make_unique<CLI::App>(std::move(description), name)), command_(std::move(name)) {
  app_->formatter(std::make_shared<HelpFormatter>(std::move(usage)));
  app_->set_help_flag("-h,--help", "Print this help and exit")->group(kHelpGroup);
  // The first word that is no option ends our part: what follows is the program and its own options.
  app_->prefix_command();
}

OptionsParser::~OptionsParser() = default;

void OptionsParser::add_flag(const std::string& name, bool& value, const std::string& help, const std::string& group) {
  app_->add_flag(name, value, help)->group(group);
}

void OptionsParser::footer(const std::string& text) { app_->footer(text); }

std::optional<ExitCode> OptionsParser::parse_all(std::span<char* const> words) {
  std::vector<std::string> arguments(words.begin(), words.end());
  if (const auto line = slip_in(arguments)) {
    return usage_error(*line);
  }
  std::ranges::reverse(arguments);  // CLI11 takes them from the back
  try {
    app_->parse(arguments);
  } catch (const CLI::CallForHelp&) {
    print("{}", app_->help());
    return kExitClean;
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what());
  }
  rest_ = app_->remaining();
  return std::nullopt;
}

std::optional<std::string> OptionsParser::slip_in(std::span<const std::string> words) const {
  std::set<const CLI::Option*> given;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    if (!looks_like_option(words[i])) {
      if (app_->get_prefix_command()) {
        break;  // the program, and its own options
      }
      continue;
    }
    const std::string name = without_value(words[i]);
    const CLI::Option* option = std::as_const(*app_).get_option_no_throw(name);
    if (option == nullptr) {
      continue;
    }
    const bool has_sign = name.size() < words[i].size();
    if (option->get_expected_min() == 0) {
      if (has_sign) {
        return name + " takes no value";
      }
      continue;
    }
    const bool is_empty = has_sign ? words[i].size() == name.size() + 1 : i + 1 < words.size() && words[i + 1].empty();
    if (is_empty) {
      return name + " has no value";
    }
    if (!given.insert(option).second && option->get_items_expected_max() == 1) {
      return name + " is given twice";
    }
    i += has_sign ? 0 : 1;
  }
  return std::nullopt;
}

std::optional<ExitCode> OptionsParser::parse_arguments(int argc, char** argv) {
  if (const auto code = parse_all({argv, static_cast<std::size_t>(argc)})) {
    return code;
  }
  if (!rest_.empty() && rest_.front() == "--") {
    rest_is_marked_ = true;
    rest_.erase(rest_.begin());
  } else if (!rest_.empty() && looks_like_option(rest_.front())) {
    return unknown_option(rest_.front());
  }
  return std::nullopt;
}

std::optional<ExitCode> OptionsParser::parse_words(std::span<char* const> words) {
  app_->prefix_command(false);
  app_->allow_extras();
  if (const auto code = parse_all(words)) {
    return code;
  }
  const auto option = std::ranges::find_if(rest_, looks_like_option);
  return option == rest_.end() ? std::nullopt : std::optional(unknown_option(*option));
}

std::optional<std::string> OptionsParser::take_program(std::string& program,
                                                       std::vector<std::string>& arguments) const {
  if (rest_.empty() || rest_.front().empty()) {
    return "no program given";
  }
  program = rest_.front();
  arguments.assign(rest_.begin() + 1, rest_.end());
  return std::nullopt;
}

void OptionsParser::note_options_among(const std::vector<std::string>& arguments, const std::string& program) const {
  const auto ours = std::ranges::find_if(arguments, [this](const std::string& argument) {
    return argument.starts_with("--") && argument != "--help" && knows(argument);
  });
  if (!rest_is_marked_ && ours != arguments.end()) {
    print_error("{}: note: {} goes to {}; put it before the program if it is meant for heddle\n", command_, *ours,
                program);
  }
}

std::vector<std::string> OptionsParser::given_but(std::span<const std::string_view> names) const {
  std::vector<std::string> given;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    if (option->count() == 0 || option->get_lnames().empty() ||
        std::ranges::find(names, option->get_lnames().front()) != names.end()) {
      continue;
    }
    const std::string name = "--" + option->get_lnames().front();
    if (option->get_expected_min() == 0) {
      given.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      std::string& word = given.emplace_back(name);
      word += "=";
      word += value;
    }
  }
  return given;
}

std::string OptionsParser::options_text() const { return groups_text(*app_, false); }

bool OptionsParser::knows(const std::string& argument) const {
  const std::vector<std::string> names = long_names();
  return std::ranges::find(names, without_value(argument)) != names.end();
}

std::vector<std::string> OptionsParser::long_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

ExitCode OptionsParser::unknown_option(const std::string& argument) const {
  const std::string name = without_value(argument);
  const std::string meant = nearest_name(name, long_names());
  return usage_error("unknown option " + name + (meant.empty() ? "" : ", did you mean " + meant + "?"));
}

ExitCode OptionsParser::usage_error(const std::string& line) const {
  std::string one_line = line;
  std::ranges::replace(one_line, '\n', ' ');
  if (kept_error_ != nullptr) {
    *kept_error_ = one_line;
    return kExitUsage;
  }
  print_error("{}: {} (see {} --help)\n", command_, one_line, command_);
  return kExitUsage;
}

}  // namespace heddle::cli
