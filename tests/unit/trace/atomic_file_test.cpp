#include "trace/atomic_file.h"

#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace heddle {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
 protected:
  AtomicFile() {
    std::string pattern = fs::temp_directory_path() / "heddle-trace-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~AtomicFile() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  [[nodiscard]] static std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  fs::path folder_;
};

TEST_F(AtomicFile, ReplacesOrRefusesAsAsked) {
  const fs::path path = folder_ / "file";
  ASSERT_TRUE(write_atomically(path, "one", IfExists::kFail));
  const auto second = write_atomically(path, "two", IfExists::kFail);
  ASSERT_TRUE(second);
  EXPECT_EQ(*second, Written::kAlreadyExists);
  EXPECT_EQ(content(path), "one");
  ASSERT_TRUE(write_atomically(path, "three", IfExists::kReplace));
  EXPECT_EQ(content(path), "three");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, FollowsLinks) {
  fs::create_symlink(folder_ / "real", folder_ / "link");
  ASSERT_TRUE(write_atomically(folder_ / "link", "text", IfExists::kReplace));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(folder_ / "real"), "text");
}

TEST_F(AtomicFile, DevicesStayWhatTheyAre) {
  ASSERT_TRUE(write_atomically("/dev/null", "text", IfExists::kReplace));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const auto full = write_atomically("/dev/full", "text", IfExists::kReplace);
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().find("No space left"), std::string::npos);
}

// The limit on file sizes stands in for a full disk: it works for every user and needs no disk.
TEST_F(AtomicFile, FullDiskLeavesNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto written = write_atomically(folder_ / "file", std::string(5000, 'x'), IfExists::kReplace);
    ::_exit(!written && written.error().find("File too large") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFile, PlacesThatCannotBeWrittenAreNamed) {
  for (const fs::path& path : {fs::path("/proc/heddle"), folder_ / "no" / "file", folder_}) {
    const auto written = write_atomically(path, "text", IfExists::kReplace);
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().find(path.string()), std::string::npos);
    EXPECT_FALSE(check_writable(path));
  }
  EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFile, CheckLeavesNothingAndHarmsNothing) {
  EXPECT_TRUE(check_writable(folder_ / "file"));
  EXPECT_EQ(entries(), 0U);
  ASSERT_TRUE(write_atomically(folder_ / "file", "text", IfExists::kReplace));
  EXPECT_TRUE(check_writable(folder_ / "file"));
  EXPECT_EQ(content(folder_ / "file"), "text");
  EXPECT_EQ(entries(), 1U);
}

}  // namespace
}  // namespace heddle
