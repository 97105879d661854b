#include "processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace heddle::bench {
namespace {

constexpr int kCannotExec = 127;

class WorkingFolder {
 public:
  WorkingFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      fmt::print(stderr, "core: cannot make a folder like {}: {}\n", name, std::strerror(errno));
      std::exit(1);
    }
    path_ = name;
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

const char* working_folder() {
  static const WorkingFolder folder;
  return folder.path().c_str();
}

int null_device() {
  static const int descriptor = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  return descriptor;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double processor_seconds(const rusage& usage) { return seconds(usage.ru_utime) + seconds(usage.ru_stime); }

double processor_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return processor_seconds(usage);
}

// Everything is prepared by the caller: between fork and exec there are system calls only.
pid_t start(char* const* arguments, const char* folder, int null, bool quiet_errors) {
  const pid_t process = ::fork();
  if (process == 0) {
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
    if (quiet_errors) {
      ::dup2(null, STDERR_FILENO);
    }
    if (::chdir(folder) == 0) {
      ::execv(arguments[0], arguments);
    }
    ::_exit(kCannotExec);
  }
  return process;
}

void expect_success(const std::string& program, int status) {
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fmt::print(stderr, "core: {} {} {}\n", program, WIFEXITED(status) ? "ended with status" : "was killed by signal",
               WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    std::exit(1);
  }
}

std::vector<char*> pointers(const Command& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));  // exec only reads
  }
  words.push_back(nullptr);
  return words;
}

}  // namespace

Times run(const Command& command) {
  const std::vector<char*> arguments = pointers(command);
  const char* folder = working_folder();
  const int null = null_device();
  const auto begin = std::chrono::steady_clock::now();
  const pid_t process = start(arguments.data(), folder, null, /*quiet_errors=*/false);
  int status = 0;
  rusage usage{};
  while (::wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  expect_success(fmt::format("{}", fmt::join(command, " ")), status);
  return {.wall = wall.count(), .processor = processor_seconds(usage)};
}

Times fork_and_wait(const std::filesystem::path& program, int count) {
  const Command command{program.string()};
  const std::vector<char*> arguments = pointers(command);
  const char* folder = working_folder();
  const int null = null_device();
  const double processor_before = processor_of_children();
  const auto begin = std::chrono::steady_clock::now();
  for (int index = 0; index < count; ++index) {
    const pid_t process = start(arguments.data(), folder, null, /*quiet_errors=*/true);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    expect_success(program.string(), status);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {.wall = wall.count(), .processor = processor_of_children() - processor_before};
}

}  // namespace heddle::bench
