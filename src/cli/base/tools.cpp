#include "cli/base/tools.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>

namespace heddle::cli {
namespace {

constexpr const char* kLlvmFolder = "/usr/lib/llvm-19/bin";

// Both ends of a tool's talk are files in memory: no pipe to fill up, nothing on disk.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("heddle-tool", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  [[nodiscard]] int descriptor() const { return descriptor_; }

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t size = ::write(descriptor_, text.data(), text.size());
      if (size <= 0) {
        return;
      }
      text.remove_prefix(static_cast<std::size_t>(size));
    }
    ::lseek(descriptor_, 0, SEEK_SET);
  }

  [[nodiscard]] std::string read() const {
    std::string text;
    std::array<char, 65536> buffer;
    ssize_t size = 0;
    while ((size = ::pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  int descriptor_;
};

}  // namespace

std::optional<std::filesystem::path> find_tool(std::span<const std::string_view> names) {
  const char* path = std::getenv("PATH");
  for (const std::string_view name : names) {
    std::istringstream folders(std::string(path == nullptr ? "" : path) + ":" + kLlvmFolder);
    for (std::string folder; std::getline(folders, folder, ':');) {
      auto candidate = std::filesystem::path(folder) / name;
      if (::access(candidate.c_str(), X_OK) == 0) {
        return candidate;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::filesystem::path> find_symbolizer() {
  if (const char* chosen = std::getenv("HEDDLE_SYMBOLIZER")) {
    return ::access(chosen, X_OK) == 0 ? std::optional<std::filesystem::path>(chosen) : std::nullopt;
  }
  constexpr std::array<std::string_view, 2> kNames = {"llvm-symbolizer-19", "llvm-symbolizer"};
  return find_tool(kNames);
}

std::optional<std::filesystem::path> find_own_library(std::string_view name) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto prefix = self.parent_path().parent_path();
  for (const char* folder :
       {"lib", "lib/heddle", "lib64/heddle", "lib/x86_64-linux-gnu/heddle", "lib/x86_64-linux-gnu"}) {
    auto candidate = prefix / folder / name;
    if (!error && std::filesystem::is_regular_file(candidate, error)) {
      return candidate;
    }
    error.clear();
  }
  return std::nullopt;
}

std::optional<std::string> run_tool(const std::filesystem::path& tool, const std::vector<std::string>& arguments,
                                    std::string_view input) {
  const MemoryFile in;
  const MemoryFile out;
  in.write(input);
  std::vector<char*> words{const_cast<char*>(tool.c_str())};
  for (const std::string& argument : arguments) {
    words.push_back(const_cast<char*>(argument.c_str()));
  }
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = ::posix_spawn(&process, tool.c_str(), &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return std::nullopt;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? std::optional(out.read()) : std::nullopt;
}

}  // namespace heddle::cli
