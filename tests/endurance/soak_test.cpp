// Hunts in programs that crash, hang, leak, fork and exit, side by side and one after the other: the supervisor does
// not grow, and when all is over nothing is left. HEDDLE_SOAK_SECONDS says for how long; half an hour otherwise.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): SIGKILL
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <thread>

#include "hunting.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr double kGrowth = 1.05;  // at most

struct Trouble {
  const char* name;
  std::vector<std::string> options;
};

std::vector<Trouble> troubles() {
  return {{"crashes", {}},
          {"exits", {}},
          {"hangs", {"--executor=borrowed", "--hang-timeout=1"}},
          {"leaks", {"--worker-memory=128M"}},
          {"forks", {"--reset=fork"}}};
}

std::vector<std::string> entries_of(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

class Soak : public testing::Test {
 protected:
  Soak() {
    std::string pattern = fs::temp_directory_path() / "heddle-soak-XXXXXX";
    temporary_ = ::mkdtemp(pattern.data());
    marker_ = "HEDDLE_SOAK=" + temporary_.filename().string();
  }
  ~Soak() override {
    std::error_code ignored;
    fs::remove_all(temporary_, ignored);
  }

  // With a mark that all processes it starts inherit, and a folder for temporary files of their own.
  void begin(Hunter& hunter, std::chrono::milliseconds time) const {
    hunter.begin({"--time=" + std::to_string(time.count()) + "ms"},
                 {{"HEDDLE_SOAK", temporary_.filename().string()}, {"TMPDIR", temporary_.string()}});
  }

  static std::unique_ptr<Hunter> hunter_of(const Trouble& trouble, std::vector<std::string> options) {
    options.insert(options.end(), trouble.options.begin(), trouble.options.end());
    options.insert(options.end(), {"-j2", "--all"});
    return std::make_unique<Hunter>(std::move(options), std::vector<std::string>{program("troubles"), trouble.name});
  }

  static void expect_verdict(const Trouble& trouble, const CommandResult& result) {
    const std::string name = trouble.name;
    EXPECT_EQ(result.exit_code, name == "crashes" || name == "exits" ? 1 : 0) << name << ": " << result.error;
  }

  static void expect_tidy(const Hunter& hunter) {
    for (const std::string& name : hunter.left_behind()) {
      const std::string extension = fs::path(name).extension().string();
      EXPECT_TRUE(fs::is_directory(hunter.folder() / name) || extension == ".log" || extension == ".finding" ||
                  name == "summary.json")
          << name;
    }
  }

  void expect_nothing_left() const {
    // Those that were killed last may take a moment to go.
    for (int i = 0; i < 500 && !processes_with(marker_).empty(); ++i) {
      std::this_thread::sleep_for(10ms);
    }
    EXPECT_EQ(processes_with(marker_), std::vector<pid_t>{});
    EXPECT_EQ(entries_of(temporary_), std::vector<std::string>{});
    for (const std::string& name : entries_of("/dev/shm")) {
      EXPECT_FALSE(name.starts_with("heddle")) << name;
    }
  }

  void soak(std::chrono::milliseconds time);

 private:
  fs::path temporary_;
  std::string marker_;
};

// At random, which keeps nothing that grows with the number of executions.
void Soak::soak(std::chrono::milliseconds time) {
  const std::vector<Trouble> all = troubles();
  std::vector<std::unique_ptr<Hunter>> hunters;
  std::vector<std::vector<std::uint64_t>> sizes(all.size());
  for (const Trouble& trouble : all) {
    hunters.push_back(hunter_of(trouble, {"--strategy=random"}));
    begin(*hunters.back(), time);
  }
  // Beside them short ones, one after the other, of which every third is killed.
  std::thread short_ones([&] {
    const auto end = Clock::now() + time * 9 / 10;
    for (std::size_t i = 0; Clock::now() < end; ++i) {
      const Trouble& trouble = all[i % all.size()];
      const auto hunter = hunter_of(trouble, {"--bound=2"});
      begin(*hunter, 20s);
      if (i % 3 == 2) {
        std::this_thread::sleep_for(300ms);
        hunter->signal(SIGKILL);
        (void)hunter->end();
      } else {
        expect_verdict(trouble, hunter->end());
        expect_tidy(*hunter);
      }
    }
  });
  const auto end = Clock::now() + time;
  const auto interval = std::clamp<Clock::duration>(time / 300, 20ms, 1s);
  while (Clock::now() < end - 2 * interval) {
    std::this_thread::sleep_for(interval);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (hunters[i]->is_running()) {
        sizes[i].push_back(resident_kib(hunters[i]->process()));
      }
    }
  }
  short_ones.join();
  for (std::size_t i = 0; i < all.size(); ++i) {
    expect_verdict(all[i], hunters[i]->end());
    expect_tidy(*hunters[i]);
    // The first quarter is for warming up.
    const std::size_t third = sizes[i].size() / 4;
    ASSERT_GT(third, 5U) << all[i].name;
    const auto first = sizes[i].begin() + static_cast<std::ptrdiff_t>(third);
    const auto most_at_first = *std::max_element(first, first + static_cast<std::ptrdiff_t>(third));
    const auto most_at_last = *std::max_element(sizes[i].end() - static_cast<std::ptrdiff_t>(third), sizes[i].end());
    EXPECT_LE(static_cast<double>(most_at_last), static_cast<double>(most_at_first) * kGrowth) << all[i].name;
    RecordProperty(all[i].name, std::to_string(most_at_first) + " KiB, then " + std::to_string(most_at_last));
  }
  expect_nothing_left();
}

TEST_F(Soak, ForSeconds) { soak(20s); }

TEST_F(Soak, SlowForHalfAnHour) {
  const char* seconds = std::getenv("HEDDLE_SOAK_SECONDS");
  soak(seconds == nullptr ? 30min : std::chrono::seconds(std::max(20, std::atoi(seconds))));
}

}  // namespace
}  // namespace heddle::test
