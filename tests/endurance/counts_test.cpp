// Searches with a known number of executions, whatever happens to them: several workers, interrupts, kills, damaged
// logs, disks that are full for a while. None is lost, and none is counted twice.

#include <signal.h>  // NOLINT(modernize-deprecated-headers): SIGKILL
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <thread>

#include "hunting.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;
  }
  return result;
}

// Of two threads of so many steps each: all, and those with at most so many preemptions.
std::uint64_t all_schedules(std::uint64_t steps) { return choose(2 * steps, steps); }
std::uint64_t schedules_within(std::uint64_t steps, std::uint64_t bound) {
  std::uint64_t sum = 0;
  for (std::uint64_t p = 0; p <= bound; ++p) {
    sum += 2 * choose(steps - 1, (p + 1) / 2) * choose(steps - 1, p / 2);
  }
  return sum;
}

struct Search {
  std::string name;
  std::vector<std::string> options;
  std::vector<std::string> target;
  std::uint64_t executions;
  friend void PrintTo(const Search& search, std::ostream* out) { *out << search.name; }
};

std::vector<std::string> target(const std::string& name, int steps, bool own = false) {
  std::vector<std::string> words = {program(name), std::to_string(steps)};
  if (own) {
    words.emplace_back("own");
  }
  return words;
}

Search all_of(const std::string& name, int steps) {
  return {name + "_all", {"--strategy=dfs"}, target(name, steps), all_schedules(steps)};
}

Search bounded(const std::string& name, int steps, int bound) {
  return {name + "_bounded",
          {"--bound=" + std::to_string(bound), "--exact"},
          target(name, steps),
          schedules_within(steps, bound)};
}

// Own steps commute with those of the other: they make many more schedules, but no other graphs of happens-before.
Search pruned(const std::string& name, int steps) {
  return {name + "_pruned", {"--strategy=dfs", "--prune=hb"}, target(name, steps, true), all_schedules(steps)};
}
// Nothing commutes: every schedule is a graph of its own, and all of them are kept.
Search pruned_in_vain(const std::string& name, int steps) {
  return {name + "_pruned_in_vain", {"--strategy=dfs", "--prune=hb"}, target(name, steps), all_schedules(steps)};
}
Search bounded_and_pruned(const std::string& name, int steps, int bound) {
  return {name + "_bounded_and_pruned",
          {"--bound=" + std::to_string(bound), "--exact", "--prune=hb"},
          target(name, steps, true),
          schedules_within(steps, bound)};
}

CommandResult expect_all(const Search& search, Hunter& hunter) {
  CommandResult result = hunter.end();
  const nlohmann::json summary = hunter.summary();
  EXPECT_EQ(result.exit_code, 0) << result.error << result.out;
  EXPECT_EQ(summary.value("executions", std::uint64_t{0}), search.executions) << summary;
  EXPECT_EQ(summary.value("complete", false), true) << summary;
  EXPECT_EQ(summary.value("given_up", 1), 0) << summary;
  return result;
}

// The search was over before anything could happen to it, as on a machine that did not let this process run: its count
// holds all the same, and what is to happen happens to the next one.
CommandResult expect_all_and_forget(const Search& search, Hunter& hunter) {
  CommandResult result = expect_all(search, hunter);
  hunter.forget();
  return result;
}

class Counts : public testing::TestWithParam<Search> {
 protected:
  // So that a failure can be repeated as far as that goes: what happens depends on time, too.
  std::mt19937 random_{static_cast<std::uint32_t>(GetParam().executions)};

  std::uint64_t draw(std::uint64_t low, std::uint64_t high) {
    return std::uniform_int_distribution<std::uint64_t>(low, high)(random_);
  }

  static std::vector<std::string> options_with(const std::string& jobs) {
    std::vector<std::string> options = GetParam().options;
    options.push_back(jobs);
    return options;
  }

  // Ends the session under way after some commits. False: the search ended by itself.
  bool interrupt(Hunter& hunter, int signal) {
    const auto has_commits = [&hunter] { return records_of(hunter.log()).size() > 3; };  // more than its beginning
    if (!hunter.wait_until(has_commits) || !hunter.wait_for_commits()) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(draw(0, 20)));
    hunter.signal(signal);
    return true;
  }

  // Kills a worker after every pause, but only when something was committed since the last one: otherwise the search
  // would rightly be called impossible. Until the search ends, or so many have died.
  void kill_workers(Hunter& hunter, std::chrono::milliseconds pause, std::uint64_t most) {
    for (std::uint64_t killed = 0; killed < most && hunter.wait_for_commits();) {
      std::this_thread::sleep_for(pause + std::chrono::milliseconds(draw(0, 20)));
      const std::vector<pid_t> workers = hunter.workers();
      if (!workers.empty()) {
        ::kill(workers[draw(0, workers.size() - 1)], SIGKILL);
        ++killed;
      }
    }
  }
};

TEST_P(Counts, AreTheSameWithSeveralWorkers) {
  for (const char* jobs : {"-j1", "-j2", "-j5"}) {
    SCOPED_TRACE(jobs);
    Hunter hunter(options_with(jobs), GetParam().target);
    hunter.begin();
    (void)expect_all(GetParam(), hunter);
  }
}

TEST_P(Counts, AreTheSameWhenInterruptedTenTimes) {
  constexpr std::array kSignals = {SIGINT, SIGTERM, SIGKILL};
  Hunter hunter(GetParam().options, GetParam().target);
  for (std::size_t i = 0; i < 10;) {
    const int signal = kSignals[i % kSignals.size()];
    hunter.begin({"-j" + std::to_string(1 + i % 3)});
    if (!interrupt(hunter, signal)) {
      (void)expect_all_and_forget(GetParam(), hunter);
      i = 0;
      continue;
    }
    const CommandResult result = hunter.end();
    ASSERT_EQ(result.exit_code, signal == SIGKILL ? -1 : 130) << result.error << result.out;
    ++i;
  }
  hunter.begin({"-j2"});
  (void)expect_all(GetParam(), hunter);
}

TEST_P(Counts, AreTheSameWhenWorkersAndTheSupervisorAreKilled) {
  Hunter hunter(GetParam().options, GetParam().target);
  for (int i = 0; i < 2;) {
    hunter.begin({"-j2"});
    kill_workers(hunter, 10ms, 3);
    if (!interrupt(hunter, SIGKILL)) {
      (void)expect_all_and_forget(GetParam(), hunter);
      i = 0;
      continue;
    }
    EXPECT_EQ(hunter.end().exit_code, -1);
    ++i;
  }
  hunter.begin({"-j2"});
  kill_workers(hunter, 10ms, ~std::uint64_t{0});
  (void)expect_all(GetParam(), hunter);
}

class LongCounts : public Counts {};

// As long as it takes.
TEST_P(LongCounts, AreTheSameWhenWorkersAreKilledEverySecond) {
  Hunter hunter(GetParam().options, GetParam().target);
  for (int i = 0; i < 2; ++i) {
    hunter.begin({"-j2"});
    kill_workers(hunter, 1s, 4);
    ASSERT_TRUE(interrupt(hunter, SIGKILL)) << "the search is too small";
    EXPECT_EQ(hunter.end().exit_code, -1);
  }
  hunter.begin({"-j2"});
  kill_workers(hunter, 1s, ~std::uint64_t{0});
  (void)expect_all(GetParam(), hunter);
}

TEST_P(Counts, AreTheSameWhenTheLogIsDamaged) {
  Hunter hunter(GetParam().options, GetParam().target);
  for (int i = 0; i < 6;) {
    hunter.begin({"-j2"});
    // A log that was closed is a new one, without history; a search that was killed leaves all of it.
    if (!interrupt(hunter, i % 3 == 2 ? SIGINT : SIGKILL)) {
      (void)expect_all_and_forget(GetParam(), hunter);
      continue;
    }
    (void)hunter.end();
    const fs::path log = hunter.log();
    const std::vector<std::uint64_t> records = records_of(log);
    ASSERT_GE(records.size(), 3U);
    const std::uint64_t record = draw(records.size() / 2, records.size() - 2);  // never the first, with what it is
    const std::uint64_t place = draw(records[record] + 1, records[record + 1] - 8);
    if (i % 2 == 0) {
      fs::resize_file(log, place);
    } else {
      std::fstream file(log, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(static_cast<std::streamoff>(place));
      const int byte = file.get();
      file.seekp(static_cast<std::streamoff>(place));
      file.put(static_cast<char>(byte ^ (1 << draw(0, 7))));
    }
    hunter.begin({"-j2"});
    const CommandResult result = interrupt(hunter, SIGINT) ? hunter.end() : expect_all_and_forget(GetParam(), hunter);
    EXPECT_TRUE(result.error.starts_with("heddle: the log of the search is damaged (record at byte " +
                                         std::to_string(records[record]) + ": "))
        << result.error;
    EXPECT_NE(result.error.find("): continuing from the last good commit\n"), std::string::npos) << result.error;
    ++i;
  }
  hunter.begin({"-j2"});
  (void)expect_all(GetParam(), hunter);
}

// For a while: once it is killed in the middle of it, and then twice in one session.
TEST_P(Counts, AreTheSameWhenTheLogMayNotGrow) {
  Hunter hunter(GetParam().options, GetParam().target);
  const auto limit = [&hunter](rlim_t bytes) {
    const rlimit limits{.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    ASSERT_EQ(::prlimit(hunter.process(), RLIMIT_FSIZE, &limits, nullptr), 0);
  };
  std::vector<std::string> more = {"-j2"};
  const bool waits = std::ranges::find(GetParam().options, "--prune=hb") == GetParam().options.end();
  if (waits) {
    more.emplace_back("--memory=4K");  // it has to wait; with pruning, memory is for what was reached, too
  }
  for (const bool killed : {true, false}) {
    hunter.begin(more);
    for (int i = 0; i < 2; ++i) {
      // Both are there: a new one would need a file of its own.
      ASSERT_TRUE(hunter.wait_for_commits() && hunter.wait_until([&] { return hunter.workers().size() == 2; }));
      const std::uint64_t wanted = hunter.log_size() + draw(0, 2000);
      limit(wanted);
      const std::uint64_t most = std::max(wanted, hunter.log_size());  // it may have grown in between
      if (waits && i == 0) {                                           // said once
        ASSERT_TRUE(
            hunter.wait_until([&] { return hunter.errors().find("the disk is full: waiting") != std::string::npos; }));
      }
      std::this_thread::sleep_for(200ms);
      ASSERT_TRUE(hunter.is_running());
      EXPECT_LE(hunter.log_size(), most);
      if (killed) {
        break;
      }
      limit(RLIM_INFINITY);
    }
    if (killed) {
      hunter.signal(SIGKILL);
      (void)hunter.end();
    }
  }
  (void)expect_all(GetParam(), hunter);
}

std::string name_of(const testing::TestParamInfo<Search>& info) { return info.param.name; }

// Seconds each.
INSTANTIATE_TEST_SUITE_P(Small, Counts,
                         testing::Values(all_of("snapshot", 9), bounded("loop", 22, 4), pruned("loop", 7),
                                         bounded_and_pruned("snapshot", 12, 4)),
                         name_of);

// 10^6 executions and more; with pruning 8 * 10^6 are made, of which 705,432 differ.
INSTANTIATE_TEST_SUITE_P(Slow, Counts, testing::Values(all_of("loop", 11), bounded("loop", 50, 4), pruned("loop", 11)),
                         name_of);
// 10^7 and more.
INSTANTIATE_TEST_SUITE_P(Slow, LongCounts,
                         testing::Values(all_of("loop", 13), bounded("loop", 70, 4), pruned("loop", 11),
                                         pruned_in_vain("loop", 13)),
                         name_of);

}  // namespace
}  // namespace heddle::test
