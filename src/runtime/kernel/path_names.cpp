#include "runtime/kernel/path_names.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstring>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/observe/recorder.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

unsigned path_owner = 0;

namespace {

// Which arguments of a call are paths, and whether the one before each is a folder's descriptor.
struct Paths {
  int first = -1;
  int second = -1;
  bool has_folders = false;
};

Paths paths_of(long number) {
  switch (number) {
    case SYS_open:
    case SYS_creat:
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
    case SYS_readlink:
    case SYS_unlink:
    case SYS_mkdir:
    case SYS_rmdir:
    case SYS_chmod:
    case SYS_chown:
    case SYS_lchown:
    case SYS_utime:
    case SYS_utimes:
    case SYS_mknod:
    case SYS_truncate:
    case SYS_statfs:
    case SYS_chdir:
    case SYS_getxattr:
    case SYS_lgetxattr:
    case SYS_listxattr:
      return {.first = 0};
    case SYS_rename:
    case SYS_link:
      return {.first = 0, .second = 1};
    case SYS_symlink:
      return {.first = 1};
    case SYS_openat:
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_faccessat:
    case SYS_faccessat2:
    case SYS_readlinkat:
    case SYS_unlinkat:
    case SYS_mkdirat:
    case SYS_fchmodat:
    case SYS_fchownat:
    case SYS_futimesat:
    case SYS_utimensat:
    case SYS_mknodat:
      return {.first = 1, .has_folders = true};
    case SYS_symlinkat:
      return {.first = 2, .has_folders = true};
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_linkat:
      return {.first = 1, .second = 3, .has_folders = true};
    default:
      return {};
  }
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// One path, made anew component by component.
class OwnPath {
 public:
  OwnPath(long folder, const char* path) : folder_(folder) {
    Line(number_, sizeof number_).number(static_cast<unsigned long>(virtual_process()));
    Line(mark_, sizeof mark_).text("~").number(path_owner);
    char first = '\0';  // of a bad pointer the kernel says so
    is_changed_ = read_safely(reinterpret_cast<std::uintptr_t>(path), &first, 1) &&
                  std::strstr(path, number_) != nullptr && make(path);
  }
  // nullptr: the path is right as it is.
  [[nodiscard]] const char* text() const { return is_changed_ ? text_ : nullptr; }

 private:
  // False: it does not fit.
  bool make(const char* path) {
    while (*path != '\0') {
      const std::size_t slashes = std::strspn(path, "/");
      const std::size_t length = slashes + std::strcspn(path + slashes, "/");
      if (!append(path, length)) {
        return false;
      }
      const char* number = number_in(path, length);
      if (number != nullptr && !is_there()) {
        size_ -= length - static_cast<std::size_t>(number - path);
        if (!append(number_, std::strlen(number_)) || !append(mark_, std::strlen(mark_)) ||
            !append(number + std::strlen(number_),
                    length - static_cast<std::size_t>(number - path) - std::strlen(number_))) {
          return false;
        }
      }
      path += length;
    }
    return true;
  }

  bool append(const char* from, std::size_t length) {
    if (size_ + length >= sizeof text_) {
      return false;
    }
    std::memcpy(text_ + size_, from, length);
    size_ += length;
    text_[size_] = '\0';
    return true;
  }

  // Not in the middle of another number, nor a name that is our own already.
  [[nodiscard]] const char* number_in(const char* path, std::size_t length) const {
    const std::size_t digits = std::strlen(number_);
    for (const char* at = path; at + digits <= path + length; ++at) {
      const bool begins = at == path || !is_digit(at[-1]);
      if (begins && std::strncmp(at, number_, digits) == 0 && !is_digit(at[digits]) && at[digits] != '~') {
        return at;
      }
    }
    return nullptr;
  }

  [[nodiscard]] bool is_there() const {
    struct stat status{};
    return system_call(SYS_newfstatat, folder_, reinterpret_cast<long>(text_), reinterpret_cast<long>(&status),
                       AT_SYMLINK_NOFOLLOW) == 0;
  }

  long folder_;
  char number_[16];
  char mark_[16];
  char text_[PATH_MAX];
  std::size_t size_ = 0;
  bool is_changed_ = false;
};

}  // namespace

void own_path_names(unsigned worker) { path_owner = worker; }

long call_with_own_names(long number, const long (&a)[6]) {
  const Paths paths = paths_of(number);
  long changed[6] = {a[0], a[1], a[2], a[3], a[4], a[5]};
  const auto folder_of = [&](int path) { return paths.has_folders ? a[path - 1] : AT_FDCWD; };
  const auto path_at = [&](int path) { return reinterpret_cast<const char*>(a[path]); };
  if (paths.first < 0 || path_at(paths.first) == nullptr) {
    return system_call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
  const OwnPath first(folder_of(paths.first), path_at(paths.first));
  if (first.text() != nullptr) {
    changed[paths.first] = reinterpret_cast<long>(first.text());
  }
  if (paths.second < 0 || path_at(paths.second) == nullptr) {
    return system_call(number, changed[0], changed[1], changed[2], changed[3], changed[4], changed[5]);
  }
  const OwnPath second(folder_of(paths.second), path_at(paths.second));
  if (second.text() != nullptr) {
    changed[paths.second] = reinterpret_cast<long>(second.text());
  }
  return system_call(number, changed[0], changed[1], changed[2], changed[3], changed[4], changed[5]);
}

}  // namespace heddle::runtime
