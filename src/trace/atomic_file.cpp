#include "trace/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace heddle {
namespace {

bool write_fully(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return false;
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Unlinks the temporary file unless it was moved to its final place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& final_path)
      : path_(final_path.string() + ".tmp-" + std::to_string(::getpid())),
        descriptor_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)),
        exists_(descriptor_ >= 0) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
    if (exists_) {
      ::unlink(path_.c_str());
    }
  }

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

  [[nodiscard]] bool write_all(std::string_view content) const { return write_fully(descriptor_, content); }

  // Some file systems tell of a full disk only here.
  [[nodiscard]] bool finish() {
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) {
      return false;
    }
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return ::close(descriptor) == 0;
  }

  [[nodiscard]] bool move_to(const std::filesystem::path& path, IfExists if_exists) {
    if (if_exists == IfExists::kReplace) {
      exists_ = ::rename(path_.c_str(), path.c_str()) != 0;
      return !exists_;
    }
    // link() refuses an existing name on every file system that has links; renameat2 serves those that have none.
    if (::link(path_.c_str(), path.c_str()) == 0) {
      return true;  // the destructor removes the temporary name
    }
    if (errno == EPERM || errno == ENOTSUP || errno == ENOSYS) {
      exists_ = ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) != 0;
      return !exists_;
    }
    return false;
  }

 private:
  std::string path_;
  int descriptor_;
  bool exists_;
};

Error cannot_write(const std::filesystem::path& path, int error) {
  return Error{"cannot write " + path.string() + ": " + std::strerror(error)};
}

// Where a file named by `path` really lies; a link that leads nowhere leads to the file to be made.
std::filesystem::path followed(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as in the kernel
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, error); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

enum class Existing : std::uint8_t { kNothing, kFile, kFolder, kDevice };

Existing existing(const std::filesystem::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return Existing::kNothing;
  }
  if (S_ISDIR(status.st_mode)) {
    return Existing::kFolder;
  }
  return S_ISREG(status.st_mode) ? Existing::kFile : Existing::kDevice;
}

Expected<Written> write_to_device(const std::filesystem::path& path, std::string_view content) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return cannot_write(path, errno);
  }
  const bool written = write_fully(descriptor, content);
  const int error = errno;
  ::close(descriptor);
  return written ? Expected(Written::kDone) : cannot_write(path, error);
}

}  // namespace

Expected<Written> write_atomically(const std::filesystem::path& path, std::string_view content, IfExists if_exists) {
  switch (existing(path)) {
    case Existing::kFolder:
      return cannot_write(path, EISDIR);
    case Existing::kDevice:
      return write_to_device(path, content);
    default:
      break;
  }
  const std::filesystem::path final_path = followed(path);
  TemporaryFile file(final_path);
  if (!file.is_open() || !file.write_all(content) || !file.finish()) {
    return cannot_write(path, errno);
  }
  if (!file.move_to(final_path, if_exists)) {
    if (errno == EEXIST && if_exists == IfExists::kFail) {
      return Written::kAlreadyExists;
    }
    return cannot_write(path, errno);
  }
  return Written::kDone;
}

Expected<Written> check_writable(const std::filesystem::path& path) {
  switch (existing(path)) {
    case Existing::kFolder:
      return cannot_write(path, EISDIR);
    case Existing::kDevice:
      return ::access(path.c_str(), W_OK) == 0 ? Expected(Written::kDone) : cannot_write(path, errno);
    default:
      break;
  }
  return TemporaryFile(followed(path)).is_open() ? Expected(Written::kDone) : cannot_write(path, errno);
}

}  // namespace heddle
