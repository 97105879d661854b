// Runs heddle as a user would, in an empty folder of its own, and looks at what is left there.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace heddle::test {

struct CommandResult {
  int exit_code = -1;  // -1: killed by a signal
  std::string out, error;
  [[nodiscard]] std::size_t error_lines() const;
};

[[nodiscard]] inline bool contains(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

class CommandTest : public testing::Test {
 protected:
  CommandTest();
  ~CommandTest() override;

  // heddle with these arguments, standard input from this text, and more environment.
  [[nodiscard]] CommandResult heddle(const std::vector<std::string>& arguments, const std::string& input = "",
                                     const std::map<std::string, std::string>& environment = {}) const;
  // The same without waiting: the process, and then its end.
  [[nodiscard]] pid_t start(const std::vector<std::string>& arguments, const std::string& input = "",
                            const std::map<std::string, std::string>& environment = {}) const;
  [[nodiscard]] CommandResult finish(pid_t process) const;

  // Ends with this code, says exactly one line on standard error that has these words in it, prints nothing else, and
  // leaves the folder as it was.
  void expect_refusal(int exit_code, const std::vector<std::string>& words, const std::vector<std::string>& arguments,
                      const std::string& input = "") const;

  // Names of everything below the folder, sorted.
  [[nodiscard]] std::vector<std::string> left_behind() const;
  // ... but for the folders of results and the logs of searches in them.
  [[nodiscard]] std::vector<std::string> left_behind_but_logs() const;
  std::filesystem::path write(const std::string& name, const std::string& content, bool executable = false) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;   // where it runs
  std::filesystem::path outside_;  // where its output is kept
};

// A program of tests/cli/CMakeLists.txt.
[[nodiscard]] std::string stand_in(const std::string& name);
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace heddle::test
