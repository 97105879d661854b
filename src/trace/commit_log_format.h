// How a log is laid out in its file, and what its writer and its readers share. For the sources of commit_log.h.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "core/bytes.h"
#include "core/checksum.h"
#include "trace/commit_log.h"
#include "trace/expected.h"

namespace heddle::commit_log_format {

static_assert(std::endian::native == std::endian::little, "headers are copied to the file as they are");

inline constexpr std::string_view kFileMagic("heddlelog\0\0\0", 12);
inline constexpr std::uint32_t kRecordMagic = 0x6365726c;  // "lrec"

struct FileHeader {
  std::array<char, kFileMagic.size()> magic{};
  std::uint32_t version = kCommitLogVersion;
};
static_assert(sizeof(FileHeader) == 16);

struct RecordHeader {
  std::uint32_t magic = kRecordMagic;
  std::uint32_t kind = 0;
  std::uint64_t size = 0;
  std::uint64_t sequence = 0;
  std::uint64_t body_checksum = 0;
  std::uint64_t header_checksum = 0;  // of what stands before it
};
static_assert(sizeof(RecordHeader) == 40);

using Bytes = std::span<const std::byte>;

inline FileHeader file_header() {
  FileHeader header;
  std::ranges::copy(kFileMagic, header.magic.begin());
  return header;
}

inline std::uint64_t checksum_of(const RecordHeader& header) {
  return checksum(bytes_of(header).first(offsetof(RecordHeader, header_checksum)));
}

constexpr std::uint64_t padding_after(std::uint64_t size) { return -size % 8; }

[[nodiscard]] Error cannot(std::string_view what, const std::filesystem::path& path, int error);
[[nodiscard]] Error not_a_log(const std::filesystem::path& path);
[[nodiscard]] bool is_regular(int descriptor);
// How many bytes there were; fewer than asked for: errno says why, 0 at the end of the file.
std::size_t read_at(int descriptor, std::uint64_t position, std::span<std::byte> to);
// Of an open file; `path` is what errors call it.
Expected<LogScan> scan_file(int descriptor, const std::filesystem::path& path, ScanBodies bodies,
                            const LogVisitor& visit);

}  // namespace heddle::commit_log_format
