// The parts of command-line parsing that all commands have in common.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/base/exit_codes.h"

// CLI11 takes seconds to compile: only sources that declare more than flags include it.
namespace CLI {
class App;
}  // namespace CLI

namespace heddle::cli {

// An application with our help layout. `usage` is the line behind "Usage: ".
class OptionsParser {
 public:
  OptionsParser(std::string name, std::string usage, std::string description);
  ~OptionsParser();

  // Where options are declared.
  [[nodiscard]] CLI::App& app() { return *app_; }
  [[nodiscard]] const CLI::App& app() const { return *app_; }
  void add_flag(const std::string& name, bool& value, const std::string& help, const std::string& group);
  // From now on errors go there instead of being printed, unless it is null.
  void keep_errors(std::string* line) { kept_error_ = line; }
  // What help ends with.
  void footer(const std::string& text);

  // Parses the arguments behind the command's name. Returns an exit code where the command ends here: help was asked
  // for, or something is wrong and one line has said what.
  [[nodiscard]] std::optional<ExitCode> parse_arguments(int argc, char** argv);

  // The same for commands without a program: options may stand before and behind the words, which are rest() then.
  [[nodiscard]] std::optional<ExitCode> parse_words(std::span<char* const> words);

  // Everything from the first word on that is no option of ours; a leading "--" is taken off.
  [[nodiscard]] const std::vector<std::string>& rest() const { return rest_; }
  // "--" stood before it.
  [[nodiscard]] bool rest_is_marked() const { return rest_is_marked_; }

  // The program and its arguments, from the rest. A line where there is none.
  [[nodiscard]] std::optional<std::string> take_program(std::string& program,
                                                        std::vector<std::string>& arguments) const;
  // Says so where one of them looks like an option that is meant for us, unless "--" stood before.
  void note_options_among(const std::vector<std::string>& arguments, const std::string& program) const;

  // What was given, as "--name=value", but for these names; in the order they are declared.
  [[nodiscard]] std::vector<std::string> given_but(std::span<const std::string_view> names) const;

  // The part of the help that names the options, without --help.
  [[nodiscard]] std::string options_text() const;

  // Whether the command has this long option, given with or without "=value".
  [[nodiscard]] bool knows(const std::string& argument) const;
  [[nodiscard]] ExitCode usage_error(const std::string& line) const;

 private:
  [[nodiscard]] std::optional<ExitCode> parse_all(std::span<char* const> words);
  // What CLI11 would understand in another way than it was meant: "--focus= ./program" as "--focus=./program".
  [[nodiscard]] std::optional<std::string> slip_in(std::span<const std::string> words) const;
  [[nodiscard]] ExitCode unknown_option(const std::string& argument) const;
  [[nodiscard]] std::vector<std::string> long_names() const;

  std::unique_ptr<CLI::App> app_;
  std::string command_;
  std::vector<std::string> rest_;
  bool rest_is_marked_ = false;
  std::string* kept_error_ = nullptr;
};

}  // namespace heddle::cli
