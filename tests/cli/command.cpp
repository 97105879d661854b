#include "command.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddle::test {

namespace fs = std::filesystem;

std::string stand_in(const std::string& name) { return std::string(STAND_IN_FOLDER) + "/" + name; }

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::size_t CommandResult::error_lines() const {
  return static_cast<std::size_t>(std::count(error.begin(), error.end(), '\n'));
}

CommandTest::CommandTest() {
  std::string pattern = fs::temp_directory_path() / "heddle-cli-XXXXXX";
  outside_ = ::mkdtemp(pattern.data());
  folder_ = outside_ / "here";
  fs::create_directory(folder_);
}

CommandTest::~CommandTest() {
  std::error_code ignored;
  fs::remove_all(outside_, ignored);
}

pid_t CommandTest::start(const std::vector<std::string>& arguments, const std::string& input,
                         const std::map<std::string, std::string>& environment) const {
  std::ofstream(outside_ / "in") << input;
  const pid_t process = ::fork();
  if (process != 0) {
    return process;
  }
  std::vector<std::string> words{HEDDLE_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  // What a sanitizer finds in heddle is none of its exit codes.
  ::setenv("ASAN_OPTIONS", "exitcode=99", 1);
  ::setenv("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1", 1);
  for (const auto& [name, value] : environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  ::dup2(::open((outside_ / "in").c_str(), O_RDONLY), 0);
  ::dup2(::open((outside_ / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
  ::dup2(::open((outside_ / "error").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
  if (::chdir(folder_.c_str()) == 0) {
    ::execv(HEDDLE_BINARY, pointers.data());
  }
  ::_exit(125);
}

CommandResult CommandTest::finish(pid_t process) const {
  int status = 0;
  ::waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(outside_ / "out"), read_file(outside_ / "error")};
}

CommandResult CommandTest::heddle(const std::vector<std::string>& arguments, const std::string& input,
                                  const std::map<std::string, std::string>& environment) const {
  return finish(start(arguments, input, environment));
}

void CommandTest::expect_refusal(int exit_code, const std::vector<std::string>& words,
                                 const std::vector<std::string>& arguments, const std::string& input) const {
  const auto before = left_behind();
  const CommandResult result = heddle(arguments, input);
  EXPECT_EQ(result.exit_code, exit_code) << result.error;
  EXPECT_EQ(result.error_lines(), 1U) << result.error;
  EXPECT_EQ(result.out, "");
  for (const std::string& word : words) {
    EXPECT_NE(result.error.find(word), std::string::npos) << word << " is not in: " << result.error;
  }
  EXPECT_EQ(left_behind(), before);
}

std::vector<std::string> CommandTest::left_behind() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    names.push_back(entry.path().lexically_relative(folder_).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> CommandTest::left_behind_but_logs() const {
  std::vector<std::string> names = left_behind();
  std::erase_if(names, [this](const std::string& name) {
    return fs::is_directory(folder_ / name) || fs::path(name).extension() == ".log";
  });
  return names;
}

fs::path CommandTest::write(const std::string& name, const std::string& content, bool executable) const {
  const fs::path path = folder_ / name;
  std::ofstream(path, std::ios::binary) << content;
  ::chmod(path.c_str(), executable ? 0755 : 0644);
  return path;
}

}  // namespace heddle::test
