#include "cli/program/target_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

#include "cli/base/tools.h"
#include "cli/program/elf_file.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuntimeName = "libheddle_rt.so";

fs::path locate(const std::string& program) {
  if (program.find('/') != std::string::npos) {
    return program;
  }
  std::error_code ignored;
  if (fs::exists(program, ignored)) {
    return "./" + program;
  }
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / program;
    if (::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, ignored)) {
      return candidate;
    }
  }
  return "./" + program;
}

// What can be said without opening the file.
std::optional<Refusal> refuse_by_status(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return Refusal{kExitUsage, "cannot run " + path.string() + ": " + std::strerror(errno)};
  }
  if (S_ISDIR(status.st_mode)) {
    return Refusal{kExitUsage, path.string() + " is a directory, not a program"};
  }
  if (!S_ISREG(status.st_mode)) {
    return Refusal{kExitUsage, path.string() + " is not a regular file"};
  }
  if (::access(path.c_str(), R_OK) != 0) {
    return Refusal{kExitUsage, "cannot read " + path.string() + ": " + std::strerror(errno)};
  }
  // access() lets root execute what has any of the bits, and so does exec.
  if (::access(path.c_str(), X_OK) != 0) {
    return Refusal{kExitUsage, path.string() + " has no execute permission: chmod +x it, or name the program"};
  }
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) {
    return Refusal{kExitCannotExplore, path.string() + " is setuid or setgid, so the loader would ignore heddle: " +
                                           "run a copy without that bit"};
  }
  return std::nullopt;
}

std::string remedy() { return "build it with heddle cc or heddle c++"; }

std::optional<Refusal> refuse_by_content(const fs::path& path, const ElfFile& file) {
  const auto refuse = [&](const std::string& reason) {
    return Refusal{kExitCannotExplore, path.string() + " " + reason};
  };
  const auto& needed = file.needed();
  if (file.type() == ElfFile::Type::kRelocatable) {
    return refuse("is an object file, not a program: link it with heddle c++");
  }
  if (file.type() != ElfFile::Type::kExecutable && file.type() != ElfFile::Type::kSharedLibrary) {
    return refuse("is not a program");
  }
  if (!file.has_interpreter()) {
    return needed.empty() ? refuse("is statically linked, heddle needs the dynamic loader: link it without -static")
                          : refuse("is a shared library, not a program");
  }
  const bool has_runtime = std::ranges::find(needed, kRuntimeName) != needed.end();
  const auto& versions = file.unit_versions();
  const bool has_libtsan =
      file.thread_sanitizer() == ElfFile::SanitizerUse::kInside ||
      std::ranges::any_of(needed, [](const std::string& name) { return name.starts_with("libtsan.so"); });
  if (has_libtsan) {
    return refuse("is linked with ThreadSanitizer's own runtime: link its objects with heddle c++, without -fsanitize");
  }
  if (const std::string sanitizer = file.memory_sanitizer(); !sanitizer.empty()) {
    return refuse(
        fmt::format("is built with -fsanitize={0}, which takes over the program's memory as heddle does: {1}, "
                    "without -fsanitize={0}",
                    sanitizer, remedy()));
  }
  if (!has_runtime && !versions.empty()) {
    return refuse(std::string("is not linked with ") + kRuntimeName + ": link it with heddle c++");
  }
  const auto other =
      std::ranges::find_if(versions, [](std::uint32_t version) { return version != HEDDLE_ABI_VERSION; });
  if (other != versions.end()) {
    return refuse(fmt::format("was instrumented for version {} of heddle's interface, this is {}: {} again", *other,
                              HEDDLE_ABI_VERSION, remedy()));
  }
  return std::nullopt;
}

}  // namespace

std::variant<TargetFile, Refusal> find_target(const std::string& program) {
  const fs::path path = locate(program);
  if (auto refusal = refuse_by_status(path)) {
    return *std::move(refusal);
  }
  const Expected<ElfFile> file = ElfFile::open(path);
  if (!file) {
    return Refusal{kExitCannotExplore, file.error()};
  }
  if (auto refusal = refuse_by_content(path, *file)) {
    return *std::move(refusal);
  }
  TargetFile target{.path = path, .name = path.filename().string(), .build_id = file->build_id(), .preload = {}};
  if (std::ranges::find(file->needed(), kRuntimeName) == file->needed().end()) {
    const auto runtime = find_own_library(kRuntimeName);
    if (!runtime) {
      return Refusal{kExitUsage,
                     std::string(kRuntimeName) + " is missing: heddle is not completely built or installed"};
    }
    target.preload = *runtime;
  }
  return target;
}

}  // namespace heddle::cli
