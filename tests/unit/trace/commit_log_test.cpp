#include "trace/commit_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill, sigaction
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hash.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFileHeader = 16;
constexpr std::size_t kRecordHeader = 40;

std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string as_text(std::span<const std::byte> bytes) {
  std::string text(bytes.size(), '\0');
  std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
  return text;
}

// Bytes that no other (number, size) has.
std::string body_of(std::uint64_t number, std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>(mix(combine(number, size) + i / 8) >> (i % 8 * 8));
  }
  return text;
}

std::uint64_t append(CommitLog& log, std::string_view body, std::uint32_t kind = 1) {
  const std::array parts{as_bytes(body)};
  return log.append(kind, parts);
}

std::string read(const CommitLog& log, std::uint64_t position, std::size_t size) {
  std::string text(size, '\0');
  return log.read(position, std::as_writable_bytes(std::span(text))) ? text : "unreadable";
}

// A full disk that can be emptied: works for every user and needs no disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    ::signal(SIGXFSZ, old_handler_);
  }

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

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
    std::string pattern = fs::temp_directory_path() / "heddle-log-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / "log";
  }
  ~CommitLogTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  [[nodiscard]] static std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static void put(const fs::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  }

  static Seen scan(const fs::path& path, ScanBodies bodies = ScanBodies::kVerify) {
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
  static CommitLog resumed(const fs::path& path, Seen& seen) {
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

  fs::path folder_;
  fs::path path_;
  std::vector<std::string> small_{body_of(0, 1), body_of(1, 8), body_of(2, 19)};
};

TEST_F(CommitLogTest, WhatIsWrittenIsRead) {
  std::vector<std::string> bodies;
  std::vector<std::uint64_t> positions;
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    for (std::size_t size = 0; size < 100; ++size) {
      bodies.push_back(body_of(size, size));
    }
    for (const std::size_t size : {4095, 4096, 65536, 65537, 262144, 1 << 20, 3 << 20}) {
      bodies.push_back(body_of(size, size));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      positions.push_back(append(*log, bodies[i], static_cast<std::uint32_t>(i * 7)));
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_EQ(read(*log, positions[i], bodies[i].size()), bodies[i]);
    }
    EXPECT_EQ(read(*log, positions.back() + 1000, 500), bodies.back().substr(1000, 500));
    EXPECT_EQ(read(*log, log->size(), 1), "unreadable");
    EXPECT_EQ(read(*log, log->size() - 1, 2), "unreadable");
    EXPECT_EQ(log->backlog(), 0U);
    EXPECT_EQ(log->problem(), "");
    EXPECT_TRUE(log->sync());
    EXPECT_EQ(log->size(), fs::file_size(path_));
  }
  const Seen seen = scan(path_);
  EXPECT_EQ(seen.bodies, bodies);
  EXPECT_EQ(seen.positions, positions);
  EXPECT_EQ(seen.kinds[10], 70U);
  EXPECT_EQ(seen.scan.records, bodies.size());
  EXPECT_EQ(seen.scan.good_bytes, fs::file_size(path_));
  EXPECT_FALSE(seen.scan.damaged);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(CommitLogTest, PartsFollowEachOther) {
  const std::string body = body_of(1, 5000);
  std::vector<std::span<const std::byte>> parts;  // more than the kernel takes at once, many of them empty
  for (std::size_t at = 0; at < body.size(); at += 2) {
    parts.emplace_back();
    parts.push_back(as_bytes(body).subspan(at, 2));
  }
  auto log = CommitLog::create(path_);
  ASSERT_TRUE(log);
  log->append(1, parts);
  const std::uint64_t position = log->append(2, parts);
  EXPECT_EQ(read(*log, position, body.size()), body);
  log->append(3, {});
  EXPECT_EQ(scan(path_).bodies, (std::vector<std::string>{body, body, ""}));
}

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
  EXPECT_EQ(scan(path_).error, name + " is of version 7, this heddle reads 1");
  EXPECT_EQ(resume_error(), name + " is of version 7, this heddle reads 1");
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

TEST_F(CommitLogTest, NewLogHasItsNameWithItsFirstRecord) {
  put(path_, "an older log");
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    EXPECT_EQ(content(path_), "an older log");
    EXPECT_TRUE(log_is_in_use(path_));
    append(*log, "first");
    EXPECT_EQ(scan(path_).bodies, std::vector<std::string>{"first"});
    EXPECT_TRUE(log_is_in_use(path_));
    EXPECT_EQ(entries(), 1U);
  }
  fs::remove(path_);
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    EXPECT_TRUE(log_is_in_use(path_));
    EXPECT_FALSE(fs::exists(path_));
  }
  EXPECT_FALSE(log_is_in_use(path_));
  EXPECT_EQ(entries(), 0U);
}

// Without trouble, what the other tests compare with.
class FullDisk : public CommitLogTest {
 protected:
  FullDisk() {
    auto log = CommitLog::create(folder_ / "untroubled");
    EXPECT_TRUE(log);
    for (std::size_t i = 0; i < 20; ++i) {
      bodies_.push_back(body_of(i, i * 333));
      positions_.push_back(append(*log, bodies_.back()));
    }
  }
  std::vector<std::string> bodies_;
  std::vector<std::uint64_t> positions_;
};

TEST_F(FullDisk, BacklogIsReadAndWrittenLater) {
  auto log = CommitLog::create(path_);
  ASSERT_TRUE(log);
  {
    const FileSizeLimit limit(positions_[10] + 100);  // within a body
    for (std::size_t i = 0; i < 15; ++i) {
      EXPECT_EQ(append(*log, bodies_[i]), positions_[i]);
      EXPECT_EQ(log->backlog() > 0, i >= 10);
      for (std::size_t j = 0; j <= i; ++j) {
        EXPECT_EQ(read(*log, positions_[j], bodies_[j].size()), bodies_[j]);
      }
      EXPECT_EQ(read(*log, positions_[i] + i / 2, i / 2), bodies_[i].substr(i / 2, i / 2));
    }
    EXPECT_EQ(log->problem(), "File too large");
    EXPECT_FALSE(log->flush());
    EXPECT_EQ(log->backlog(), log->size() - (positions_[10] - kRecordHeader));
    EXPECT_EQ(read(*log, log->size(), 1), "unreadable");
    EXPECT_EQ(read(*log, log->size() - 1, 2), "unreadable");
    // What is on disk ends with a whole record.
    const Seen seen = scan(path_);
    EXPECT_EQ(seen.scan.records, 10U);
    EXPECT_FALSE(seen.scan.damaged);
  }
  {
    const FileSizeLimit limit(positions_[13] + 1);  // some of it
    EXPECT_FALSE(log->flush());
    EXPECT_EQ(scan(path_).scan.records, 13U);
    EXPECT_EQ(log->problem(), "File too large");
  }
  // There is room again, but the order stays: nothing overtakes the backlog.
  append(*log, bodies_[15]);
  EXPECT_EQ(scan(path_).scan.records, 13U);
  EXPECT_EQ(read(*log, positions_[14], bodies_[14].size()), bodies_[14]);
  EXPECT_TRUE(log->flush());
  EXPECT_EQ(log->backlog(), 0U);
  EXPECT_EQ(log->problem(), "");
  for (std::size_t i = 16; i < bodies_.size(); ++i) {
    EXPECT_EQ(append(*log, bodies_[i]), positions_[i]);
    EXPECT_EQ(log->backlog(), 0U);
  }
  EXPECT_EQ(content(path_), content(folder_ / "untroubled"));
}

TEST_F(FullDisk, EvenTheFirstRecordCanWait) {
  for (const rlim_t room : {0, 10, 20}) {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    {
      const FileSizeLimit limit(room);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(append(*log, bodies_[i]), positions_[i]);
        EXPECT_EQ(read(*log, positions_[i], bodies_[i].size()), bodies_[i]);
      }
      EXPECT_FALSE(log->flush());
      EXPECT_FALSE(fs::exists(path_));
    }
    EXPECT_TRUE(log->flush());
    for (std::size_t i = 3; i < bodies_.size(); ++i) {
      EXPECT_EQ(append(*log, bodies_[i]), positions_[i]);
    }
    EXPECT_EQ(content(path_), content(folder_ / "untroubled"));
    EXPECT_EQ(entries(), 2U);
    fs::remove(path_);
  }
}

TEST_F(FullDisk, NameThatCannotBeHadIsABacklogToo) {
  auto log = CommitLog::create(path_);
  ASSERT_TRUE(log);
  fs::create_directory(path_);
  EXPECT_EQ(append(*log, bodies_[0]), positions_[0]);
  EXPECT_EQ(append(*log, bodies_[1]), positions_[1]);
  EXPECT_EQ(log->problem(), "Is a directory");
  EXPECT_GT(log->backlog(), 0U);
  EXPECT_EQ(read(*log, positions_[1], bodies_[1].size()), bodies_[1]);
  fs::remove(path_);
  EXPECT_TRUE(log->flush());
  EXPECT_EQ(scan(path_).bodies, std::vector(bodies_.begin(), bodies_.begin() + 2));
}

TEST_F(FullDisk, RewriteThatDoesNotFitIsNotAdopted) {
  write_small_log();
  Seen seen;
  CommitLog log = resumed(path_, seen);
  auto rewritten = log.begin_rewrite();
  ASSERT_TRUE(rewritten);
  {
    const FileSizeLimit limit(positions_[10]);
    for (const std::string& body : bodies_) {
      append(*rewritten, body);
    }
    EXPECT_FALSE(log.adopt(std::move(*rewritten)));
    EXPECT_EQ(rewritten->problem(), "File too large");  // NOLINT(bugprone-use-after-move): not moved
  }
  append(log, "still the truth");
  EXPECT_EQ(scan(path_).scan.records, 4U);
  EXPECT_TRUE(log.adopt(std::move(*rewritten)));
  EXPECT_EQ(content(path_), content(folder_ / "untroubled"));
  EXPECT_EQ(entries(), 2U);
}

TEST_F(CommitLogTest, OneWriterAtATime) {
  const std::string in_use = path_.string() + " is in use by another process";
  const auto errors = [this] {
    LogScan scan;
    const auto created = CommitLog::create(path_);
    const auto resumed = CommitLog::resume(path_, {}, scan);
    return std::pair(created ? "" : created.error(), resumed ? "" : resumed.error());
  };
  {
    auto log = CommitLog::create(path_);
    ASSERT_TRUE(log);
    EXPECT_EQ(errors().first, in_use);
    append(*log, "first");
    EXPECT_EQ(errors(), std::pair(in_use, in_use));
    CommitLog moved = std::move(*log);
    EXPECT_EQ(errors(), std::pair(in_use, in_use));
    append(moved, "second");
    EXPECT_EQ(entries(), 1U);
  }
  EXPECT_FALSE(log_is_in_use(path_));
  {
    const auto log = CommitLog::create(path_);  // will replace it
    ASSERT_TRUE(log);
    EXPECT_EQ(errors(), std::pair(in_use, in_use));
  }
  // From another process too, until it ends, in whatever way.
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    LogScan scan;
    const auto log = CommitLog::resume(path_, {}, scan);
    const char answer = log ? 'y' : 'n';
    if (::write(ready[1], &answer, 1) == 1) {
      ::pause();
    }
    ::_exit(1);
  }
  char answer = 0;
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  EXPECT_TRUE(log_is_in_use(path_));
  EXPECT_EQ(errors(), std::pair(in_use, in_use));
  EXPECT_EQ(scan(path_).scan.records, 2U);  // reading needs no lock
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_FALSE(log_is_in_use(path_));
  LogScan scan;
  EXPECT_TRUE(CommitLog::resume(path_, {}, scan));
}

// Files are renamed and removed while others wait for their locks: whoever gets a log is the only one who has it.
TEST_F(CommitLogTest, ManyProcessesTakeTurns) {
  constexpr std::uint64_t kProcesses = 4;
  constexpr std::uint64_t kRounds = 200;
  const fs::path mark = folder_ / "mark";
  {
    append(*CommitLog::create(path_), "first");
  }
  const auto take_turns = [this, &mark](std::uint64_t process) {
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t dice = combine(process, round);
      LogScan scan;
      auto log = dice % 3 == 0 ? CommitLog::create(path_) : CommitLog::resume(path_, {}, scan);
      if (!log && log.error().ends_with(" is in use by another process")) {
        continue;
      }
      if (!log || scan.damaged || ::mkdir(mark.c_str(), 0700) != 0) {
        return false;
      }
      append(*log, body_of(round, dice % 100));
      if (dice / 3 % 3 == 0) {
        auto rewritten = log->begin_rewrite();
        append(*rewritten, "rewritten");
        if (dice / 9 % 2 == 0 && !log->adopt(std::move(*rewritten))) {
          return false;
        }
      }
      ::rmdir(mark.c_str());
    }
    return true;
  };
  std::vector<pid_t> children;
  for (std::uint64_t process = 0; process < kProcesses; ++process) {
    children.push_back(::fork());
    if (children.back() == 0) {
      ::_exit(take_turns(process) ? 0 : 1);
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_FALSE(scan(path_).scan.damaged);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(CommitLogTest, ProgramsThatAreStartedDoNotInheritIt) {
  auto log = CommitLog::create(path_);
  ASSERT_TRUE(log);
  append(*log, "first");
  std::size_t found = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    if (fs::read_symlink(entry.path(), ignored) == fs::canonical(path_)) {
      const int descriptor = std::atoi(entry.path().filename().c_str());
      EXPECT_NE(::fcntl(descriptor, F_GETFD) & FD_CLOEXEC, 0);
      ++found;
    }
  }
  EXPECT_EQ(found, 1U);
}

TEST_F(CommitLogTest, RewrittenLogTakesThePlace) {
  write_small_log();
  Seen seen;
  CommitLog log = resumed(path_, seen);
  {
    auto abandoned = log.begin_rewrite();
    ASSERT_TRUE(abandoned);
    append(*abandoned, "abandoned");
    EXPECT_FALSE(log.begin_rewrite());  // one at a time
    EXPECT_EQ(entries(), 2U);
  }
  EXPECT_EQ(entries(), 1U);
  auto empty = log.begin_rewrite();
  ASSERT_TRUE(empty);
  EXPECT_FALSE(log.adopt(std::move(*empty)));
  EXPECT_EQ(scan(path_).bodies, small_);
  append(*empty, "rewritten");  // NOLINT(bugprone-use-after-move): not moved
  ASSERT_TRUE(log.adopt(std::move(*empty)));
  EXPECT_EQ(scan(path_).bodies, std::vector<std::string>{"rewritten"});
  EXPECT_TRUE(log_is_in_use(path_));
  const std::uint64_t position = append(log, "after");
  EXPECT_EQ(read(log, position, 5), "after");
  EXPECT_EQ(scan(path_).bodies, (std::vector<std::string>{"rewritten", "after"}));
  EXPECT_EQ(log.size(), fs::file_size(path_));
  EXPECT_EQ(entries(), 1U);
}

TEST_F(CommitLogTest, RewritingALogThatHasNoNameYet) {
  auto log = CommitLog::create(path_);
  ASSERT_TRUE(log);
  auto rewritten = log->begin_rewrite();
  ASSERT_TRUE(rewritten);
  append(*rewritten, "rewritten");
  ASSERT_TRUE(log->adopt(std::move(*rewritten)));
  append(*log, "after");
  EXPECT_EQ(scan(path_).bodies, (std::vector<std::string>{"rewritten", "after"}));
  EXPECT_EQ(entries(), 1U);
}

TEST_F(CommitLogTest, CrashWhileRewritingLosesNothing) {
  for (int point = 0; point < 5; ++point) {
    SCOPED_TRACE(point);
    fs::remove(path_);
    write_small_log();
    in_child([this, point] {
      LogScan scan;
      auto log = CommitLog::resume(path_, {}, scan);
      const auto end_at = [point](int here) {
        if (point == here) {
          ::_exit(0);
        }
      };
      auto rewritten = log->begin_rewrite();
      end_at(0);
      append(*rewritten, body_of(7, 100'000));
      end_at(1);
      append(*rewritten, "second");
      rewritten->sync();
      end_at(2);
      if (!log->adopt(std::move(*rewritten))) {
        ::_exit(1);
      }
      end_at(3);
      append(*log, "third");
    });
    EXPECT_EQ(entries(), point < 3 ? 2U : 1U);
    Seen seen;
    CommitLog log = resumed(path_, seen);
    EXPECT_FALSE(seen.scan.damaged);
    EXPECT_EQ(entries(), 1U);
    if (point < 3) {
      EXPECT_EQ(seen.bodies, small_);
    } else {
      EXPECT_EQ(seen.scan.records, point == 3 ? 2U : 3U);
      EXPECT_EQ(seen.bodies.front(), body_of(7, 100'000));
    }
    auto again = log.begin_rewrite();
    ASSERT_TRUE(again);
    append(*again, "again");
    EXPECT_TRUE(log.adopt(std::move(*again)));
    EXPECT_EQ(scan(path_).bodies, std::vector<std::string>{"again"});
  }
}

TEST_F(CommitLogTest, StaleTemporariesAreRemovedUnlessSomebodyHoldsThem) {
  in_child([this] {
    const auto log = CommitLog::create(path_);
    ::_exit(log ? 0 : 1);
  });
  EXPECT_EQ(entries(), 1U);
  EXPECT_FALSE(log_is_in_use(path_));
  write_small_log();
  EXPECT_EQ(entries(), 1U);
  put(path_.string() + ".new", "rubbish");
  put(path_.string() + ".rewrite", "rubbish");
  put(path_.string() + ".other", "somebody's");
  {
    Seen seen;
    const CommitLog log = resumed(path_, seen);
    EXPECT_EQ(entries(), 2U);
    EXPECT_EQ(seen.bodies, small_);
  }
  put(path_.string() + ".new", std::string(10'000, 'x'));
  put(path_.string() + ".rewrite", "rubbish");
  write_small_log();
  EXPECT_EQ(scan(path_).bodies, small_);
  EXPECT_FALSE(scan(path_).scan.damaged);  // nothing left of the former content
  EXPECT_EQ(entries(), 2U);
  // A rewrite that outlives its log is still somebody's.
  Seen seen;
  auto log = std::make_unique<CommitLog>(resumed(path_, seen));
  auto rewritten = log->begin_rewrite();
  ASSERT_TRUE(rewritten);
  append(*rewritten, "kept");
  log.reset();
  CommitLog next = resumed(path_, seen);
  EXPECT_EQ(entries(), 3U);
  EXPECT_TRUE(next.adopt(std::move(*rewritten)));
  EXPECT_EQ(scan(path_).bodies, std::vector<std::string>{"kept"});
}

// Number `i` of a log that a child writes: sizes from nothing to some pages.
std::string killed_body(std::uint64_t i) { return body_of(i, mix(i) % (i % 8 == 0 ? 300'000 : 3'000)); }

TEST_F(CommitLogTest, KilledWriterLosesAtMostItsLastRecord) {
  {
    append(*CommitLog::create(path_), killed_body(0));
  }
  std::uint64_t before = 1;
  for (int kill = 0; kill < 20; ++kill) {
    SCOPED_TRACE(kill);
    std::array<int, 2> progress{};
    ASSERT_EQ(::pipe(progress.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      LogScan scan;
      auto log = CommitLog::resume(path_, {}, scan);
      for (std::uint64_t i = scan.records; log; ++i) {
        append(*log, killed_body(i));
        if (::write(progress[1], &i, sizeof i) != sizeof i) {
          break;
        }
      }
      ::_exit(1);
    }
    // Some records, then at whatever point it has come to.
    std::uint64_t appended = 0;
    for (int i = 0; i < 5 + kill; ++i) {
      ASSERT_EQ(::read(progress[0], &appended, sizeof appended), static_cast<ssize_t>(sizeof appended));
    }
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    ::close(progress[1]);
    while (::read(progress[0], &appended, sizeof appended) == static_cast<ssize_t>(sizeof appended)) {
    }
    ::close(progress[0]);

    Seen seen;
    CommitLog log = resumed(path_, seen);
    ASSERT_GT(seen.scan.records, appended);  // all that append() has returned from
    ASSERT_LE(seen.scan.records, appended + 2);
    ASSERT_GT(seen.scan.records, before);
    for (std::uint64_t i = 0; i < seen.scan.records; ++i) {
      ASSERT_EQ(seen.bodies[i], killed_body(i));
    }
    append(log, killed_body(seen.scan.records));
    before = seen.scan.records + 1;
  }
  const Seen seen = scan(path_);
  EXPECT_EQ(seen.scan.records, before);
  EXPECT_FALSE(seen.scan.damaged);
}

}  // namespace
}  // namespace heddle
