// How a trace is laid out in its file, and its blocks in memory. For the sources of trace_writer.h and trace_reader.h.
//
//   file:   "heddletrace" and a zero byte, u32 version, blocks
//   block:  u32 magic, u32 thread, u64 name of the thread, u64 sequence, u64 size, u64 checksum of the body,
//           u64 checksum of this header, body
//
// Numbers are little-endian. Blocks are numbered from 0. The last one is of no thread and has no body: without it the
// end is missing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/bytes.h"
#include "core/checksum.h"

namespace heddle::trace_format {

static_assert(std::endian::native == std::endian::little, "headers are copied to the file as they are");

inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::string_view kFileMagic("heddletrace\0", 12);
inline constexpr std::uint32_t kBlockMagic = 0x6b636c62;  // "blck"
inline constexpr std::uint32_t kNobody = 0xffff'ffff;

struct FileHeader {
  std::array<char, kFileMagic.size()> magic{};
  std::uint32_t version = kVersion;
};
static_assert(sizeof(FileHeader) == 16);

struct BlockHeader {
  std::uint32_t magic = kBlockMagic;
  std::uint32_t thread = kNobody;
  std::uint64_t name = 0;
  std::uint64_t sequence = 0;
  std::uint64_t size = 0;
  std::uint64_t body_checksum = 0;
  std::uint64_t header_checksum = 0;  // of what stands before it
};
static_assert(sizeof(BlockHeader) == 48);

inline FileHeader file_header() {
  FileHeader header;
  std::ranges::copy(kFileMagic, header.magic.begin());
  return header;
}

inline std::uint64_t checksum_of(const BlockHeader& header) {
  return checksum(bytes_of(header).first(offsetof(BlockHeader, header_checksum)));
}

}  // namespace heddle::trace_format
