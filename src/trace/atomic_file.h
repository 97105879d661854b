// Files that are either there whole or not there at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "trace/expected.h"

namespace heddle {

enum class IfExists {
  kReplace,
  kFail,  // the error is kAlreadyExists: the caller takes another name
};

enum class Written { kDone, kAlreadyExists };

// Writes a temporary file beside `path` and renames it. On failure nothing is left behind. A symbolic link is followed;
// devices and pipes (/dev/stdout) are written to as they are.
Expected<Written> write_atomically(const std::filesystem::path& path, std::string_view content, IfExists if_exists);

// Whether that could work, found out by trying: permission bits do not tell of read-only file systems. Leaves nothing.
Expected<Written> check_writable(const std::filesystem::path& path);

}  // namespace heddle
