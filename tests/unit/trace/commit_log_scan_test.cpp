// Reading a log, whatever has become of its file.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "commit_log_fixture.h"
#include "trace/commit_log.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

TEST_F(CommitLogTest, EveryTruncationLeavesTheRecordsBefore) {
  const std::vector<std::size_t> ends = write_small_log();
  const std::string whole = content(path_);
  ASSERT_EQ(whole.size(), ends.back());
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    SCOPED_TRACE(length);
    put(path_, whole.substr(0, length));
    const auto good = static_cast<std::size_t>(std::ranges::upper_bound(ends, length) - ends.begin());
    const std::size_t records = good == 0 ? 0 : good - 1;
    std::vector<std::string> bodies(small_.begin(), small_.begin() + static_cast<std::ptrdiff_t>(records));
    for (const ScanBodies how : {ScanBodies::kVerify, ScanBodies::kSkip}) {
      const Seen seen = scan(path_, how);
      EXPECT_EQ(seen.error, "");
      EXPECT_EQ(seen.bodies, bodies);
      EXPECT_EQ(seen.scan.good_bytes, good == 0 ? 0 : ends[good - 1]);
      EXPECT_EQ(seen.scan.damaged, good == 0 || length != ends[good - 1]);
      EXPECT_EQ(seen.scan.damage.empty(), !seen.scan.damaged);
    }
    Seen before;
    CommitLog log = resumed(path_, before);
    EXPECT_EQ(before.bodies, bodies);
    append(log, "more");
    bodies.emplace_back("more");
    const Seen after = scan(path_);
    EXPECT_EQ(after.bodies, bodies);
    EXPECT_FALSE(after.scan.damaged) << after.scan.damage;
  }
}

TEST_F(CommitLogTest, EveryFlippedBitIsNoticedOrInThePadding) {
  const std::vector<std::size_t> ends = write_small_log();
  const std::string whole = content(path_);
  std::size_t harmless = 0;
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    SCOPED_TRACE(bit);
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1U << (bit % 8)));
    put(path_, flipped);
    const Seen seen = scan(path_);
    if (bit / 8 < kFileHeader) {
      EXPECT_NE(seen.error, "");
      continue;
    }
    const auto record = static_cast<std::size_t>(std::ranges::upper_bound(ends, bit / 8) - ends.begin()) - 1;
    ASSERT_LE(record, seen.bodies.size());
    EXPECT_TRUE(std::equal(seen.bodies.begin(), seen.bodies.end(), small_.begin()));
    if (seen.scan.damaged) {
      EXPECT_EQ(seen.bodies.size(), record);
      EXPECT_EQ(seen.scan.good_bytes, ends[record]);
      EXPECT_NE(seen.scan.damage.find("at byte " + std::to_string(ends[record])), std::string::npos);
    } else {
      EXPECT_EQ(seen.bodies, small_);
      ++harmless;
    }
  }
  EXPECT_EQ(harmless, 8 * (7 + 0 + 5));  // the padding after 1, 8 and 19 bytes
}

TEST_F(CommitLogTest, RecordsOutOfOrderAreDamage) {
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    for (std::uint64_t i = 0; i < 4; ++i) {
      append(*log, body_of(i, 24));
    }
  }
  std::string text = content(path_);
  const std::size_t record = kRecordHeader + 24;
  const std::string second = text.substr(kFileHeader + record, record);
  text.replace(kFileHeader + record, record, text, kFileHeader + 2 * record, record);
  text.replace(kFileHeader + 2 * record, record, second);
  put(path_, text);
  const Seen seen = scan(path_);
  EXPECT_EQ(seen.bodies, std::vector{body_of(0, 24)});
  EXPECT_EQ(seen.scan.damage, "record at byte 80: it is number 2 instead of 1");
}

TEST_F(CommitLogTest, DamagedTailIsCutAndGoneOnFrom) {
  const std::vector<std::size_t> ends = write_small_log();
  std::string text = content(path_);
  text[ends[1] + kRecordHeader] ^= 1;
  put(path_, text);
  Seen seen;
  CommitLog log = resumed(path_, seen);
  EXPECT_EQ(seen.bodies.size(), 1U);
  EXPECT_EQ(seen.scan.damage, "record at byte 64: wrong checksum");
  EXPECT_EQ(fs::file_size(path_), ends[1]);
  EXPECT_EQ(append(log, small_[1]), ends[1] + kRecordHeader);
  append(log, small_[2]);
  EXPECT_EQ(scan(path_).bodies, small_);
}

TEST_F(CommitLogTest, VisitorRefusesARecordAndAllAfterIt) {
  const std::vector<std::size_t> ends = write_small_log();
  LogScan scan;
  std::size_t visits = 0;
  const auto log = CommitLog::resume(path_, [&visits](const LogRecord&) { return ++visits < 2; }, scan);
  ASSERT_TRUE(log);
  EXPECT_EQ(visits, 2U);
  EXPECT_EQ(scan.records, 1U);
  EXPECT_EQ(scan.good_bytes, ends[1]);
  EXPECT_EQ(scan.damage, "record at byte 64: unknown content");
  EXPECT_EQ(fs::file_size(path_), ends[1]);
}

TEST_F(CommitLogTest, SkippingReadsOnlySmallBodies) {
  std::vector<std::uint64_t> positions;
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    for (const std::uint64_t size : {kSmallBody, kSmallBody + 1, std::uint64_t{5}}) {
      positions.push_back(append(*log, body_of(size, size)));
    }
  }
  std::string text = content(path_);
  text[positions[1]] ^= 1;  // not looked at
  put(path_, text);
  const Seen skipped = scan(path_, ScanBodies::kSkip);
  EXPECT_EQ(skipped.bodies, (std::vector<std::string>{body_of(kSmallBody, kSmallBody), "", body_of(5, 5)}));
  EXPECT_EQ(skipped.positions, positions);
  EXPECT_FALSE(skipped.scan.damaged);
  EXPECT_EQ(scan(path_).bodies.size(), 1U);
  text[positions[0]] ^= 1;
  put(path_, text);
  EXPECT_EQ(scan(path_, ScanBodies::kSkip).bodies.size(), 0U);
}

TEST_F(CommitLogTest, FileThatGrowsMeanwhileIsReadUpToWhereItEnded) {
  std::uint64_t end = 0;
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    append(*log, body_of(1, 100'000));
    end = log->size();
    append(*log, body_of(2, 200'000));
  }
  const std::string whole = content(path_);
  put(path_, whole.substr(0, end + 20));  // somebody is writing the second
  std::size_t visits = 0;
  const auto result = scan_log(path_, ScanBodies::kSkip, [&](const LogRecord&) {
    put(path_, whole.substr(0, end + 4096));
    return ++visits > 0;
  });
  ASSERT_TRUE(result);
  EXPECT_EQ(visits, 1U);
  EXPECT_EQ(result->good_bytes, end);
  EXPECT_TRUE(result->damaged);
}

TEST_F(CommitLogTest, OtherFilesAndVersionsAreErrors) {
  const std::string name = path_.string();
  const auto resume_error = [this] {
    LogScan scan;
    const auto log = CommitLog::resume(path_, {}, scan);
    return log ? "" : log.error();
  };
  EXPECT_EQ(scan(path_).error, "cannot read " + name + ": No such file or directory");
  EXPECT_EQ(resume_error(), "cannot open " + name + ": No such file or directory");
  put(path_, "something else, for sure");
  EXPECT_EQ(scan(path_).error, name + " is not a heddle search log");
  EXPECT_EQ(resume_error(), name + " is not a heddle search log");
  EXPECT_EQ(content(path_), "something else, for sure");
  put(path_, "other");
  EXPECT_EQ(scan(path_).error, name + " is not a heddle search log");
  fs::remove(path_);
  write_small_log();
  std::string text = content(path_);
  text[12] = 7;
  put(path_, text);
  EXPECT_EQ(scan(path_).error, name + " is of version 7, this heddle reads " + std::to_string(kCommitLogVersion));
  EXPECT_EQ(resume_error(), name + " is of version 7, this heddle reads " + std::to_string(kCommitLogVersion));
  EXPECT_EQ(content(path_), text);
  EXPECT_EQ(scan(folder_).error, folder_.string() + " is not a heddle search log");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(scan(folder_ / "pipe").error, (folder_ / "pipe").string() + " is not a heddle search log");
  for (const fs::path& path : {folder_, folder_ / "pipe", folder_ / "no" / "log"}) {
    const auto log = CommitLog::create(path);
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().find("cannot write " + path.string() + ": "), 0U) << log.error();
  }
  EXPECT_EQ(entries(), 2U);
}

}  // namespace
}  // namespace heddle
