// Writing a log: on full disks, anew, and until the writer is killed.
#include "trace/commit_log.h"

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "commit_log_fixture.h"
#include "core/hash.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

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
