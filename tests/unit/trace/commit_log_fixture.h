// A log in a folder of its own, and what tests of it need.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../file_size_limit.h"
#include "core/hash.h"
#include "trace/commit_log.h"

namespace heddle {

inline constexpr std::size_t kFileHeader = 16;
inline constexpr std::size_t kRecordHeader = 40;

inline std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

inline std::string as_text(std::span<const std::byte> bytes) {
  std::string text(bytes.size(), '\0');
  std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
  return text;
}

// Bytes that no other (number, size) has.
inline std::string body_of(std::uint64_t number, std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>(mix(combine(number, size) + i / 8) >> (i % 8 * 8));
  }
  return text;
}

inline std::uint64_t append(CommitLog& log, std::string_view body, std::uint32_t kind = 1) {
  const std::array parts{as_bytes(body)};
  return log.append(kind, parts);
}

inline std::string read(const CommitLog& log, std::uint64_t position, std::size_t size) {
  std::string text(size, '\0');
  return log.read(position, std::as_writable_bytes(std::span(text))) ? text : "unreadable";
}

struct Seen {
  std::vector<std::string> bodies;
  std::vector<std::uint32_t> kinds;
  std::vector<std::uint64_t> positions;
  LogScan scan;
  std::string error;
};

class CommitLogTest : public testing::Test {
 protected:
  CommitLogTest() {
    std::string pattern = std::filesystem::temp_directory_path() / "heddle-log-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / "log";
  }
  ~CommitLogTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
  }
  [[nodiscard]] static std::string content(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static void put(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }

  static Seen scan(const std::filesystem::path& path, ScanBodies bodies = ScanBodies::kVerify) {
    Seen seen;
    const auto result = scan_log(path, bodies, visitor(seen));
    if (result) {
      seen.scan = *result;
    } else {
      seen.error = result.error();
    }
    return seen;
  }
  static LogVisitor visitor(Seen& seen) {
    return [&seen](const LogRecord& record) {
      seen.bodies.push_back(as_text(record.body));
      seen.kinds.push_back(record.kind);
      seen.positions.push_back(record.position);
      return true;
    };
  }
  // Fails the test where it cannot be resumed.
  static CommitLog resumed(const std::filesystem::path& path, Seen& seen) {
    auto log = CommitLog::resume(path, visitor(seen), seen.scan);
    EXPECT_TRUE(log) << (log ? "" : log.error());
    return std::move(*log);
  }

  // In a process of its own, which ends without destructors, as if killed.
  static void in_child(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      work();
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }

  // Three records with 1, 8 and 19 bytes; where each ends.
  std::vector<std::size_t> write_small_log() {
    auto log = CommitLog::create(path_);
    EXPECT_TRUE(log);
    std::vector<std::size_t> ends{kFileHeader};
    for (const std::string& body : small_) {
      append(*log, body);
      ends.push_back(log->size());
    }
    return ends;
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
  std::vector<std::string> small_{body_of(0, 1), body_of(1, 8), body_of(2, 19)};
};

}  // namespace heddle
