// Files as traces need them.
//
// Whoever links this into something where libc's calls are another's (the runtime) defines these instead of
// trace_files.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace heddle::trace_files {

// Descriptors; negative: -errno.
[[nodiscard]] int make(const char* path);  // for reading and writing; replaced if it exists
[[nodiscard]] int open(const char* path);  // for reading
[[nodiscard]] int duplicate(int descriptor);
void close(int descriptor);
// Bytes; negative: -errno.
[[nodiscard]] std::int64_t read(int descriptor, std::uint64_t position, std::span<std::byte> to);
[[nodiscard]] std::int64_t write(int descriptor, std::uint64_t position, std::span<const std::byte> bytes);
// Of a regular file; negative: it is none.
[[nodiscard]] std::int64_t size(int descriptor);
void cut(int descriptor, std::uint64_t size);
// Of an errno.
[[nodiscard]] std::string in_words(int error);

}  // namespace heddle::trace_files
