// A log has one writer at a time.
#include <fcntl.h>
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
#include "trace/commit_log.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace heddle
