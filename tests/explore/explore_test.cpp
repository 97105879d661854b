// heddle::explore from inside a test. Built by heddle c++ and run as it is; each call starts this program again.

#include <gtest/gtest.h>
#include <heddle/heddle.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using heddle::Exploration;
using heddle::ExploreOptions;

bool contains(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// "explore_test.cpp:31": as reports say it.
std::string at_line(int line) { return "explore_test.cpp:" + std::to_string(line); }

// So that the process that is explored goes straight to this test.
ExploreOptions only_this_test() {
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  ExploreOptions options;
  options.arguments = {std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name()};
  return options;
}

// Loses updates, but has no data race: that would be found first.
struct Counter {
  std::atomic<int> value = 0;
  std::mutex mutex;

  void add() {
    const int seen = value;
    value = seen + 1;
  }
  void add_alone() {
    const std::lock_guard lock(mutex);
    add();
  }
};

template <class Function>
void twice_at_once(Function function) {
  std::thread other(function);
  function();
  other.join();
}

TEST(Explore, FindsALostUpdate) {
  int line = 0;
  const Exploration result = heddle::explore(
      [] {
        Counter counter;
        twice_at_once([&counter] { counter.add(); });
        assert(counter.value == 2);
      },
      only_this_test());
  line = __LINE__ - 3;
  EXPECT_FALSE(result.ok);
  EXPECT_FALSE(result);
  EXPECT_EQ(result.status, 1);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(contains(result.report, "finding 1: assertion at ")) << result.report;
  EXPECT_TRUE(contains(result.report, at_line(line) + "\n")) << result.report;
  EXPECT_TRUE(contains(result.report, "with 1 preemption")) << result.report;
}

TEST(Explore, FixedTwinIsExploredToTheEnd) {
  const Exploration result = heddle::explore(
      [] {
        Counter counter;
        twice_at_once([&counter] { counter.add_alone(); });
        assert(counter.value == 2);
      },
      only_this_test());
  EXPECT_TRUE(result.ok) << result.report;
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(contains(result.report, "complete: all schedules")) << result.report;
  EXPECT_TRUE(contains(result.report, "0 findings")) << result.report;
}

TEST(Explore, WhatWasStoppedIsNotComplete) {
  ExploreOptions options = only_this_test();
  options.hunt = {"--executions=1", "--quiet"};
  const Exploration result = heddle::explore(
      [] {
        Counter counter;
        twice_at_once([&counter] { counter.add_alone(); });
      },
      options);
  EXPECT_TRUE(result.ok) << result.report;
  EXPECT_FALSE(result.complete);
}

TEST(Explore, FindingsGoWhereTheOptionsSay) {
  ExploreOptions options = only_this_test();
  options.hunt = {"--bound=1", "--dir=elsewhere"};
  const Exploration result = heddle::explore([] { return false; }, options);
  EXPECT_EQ(result.status, 1) << result.report;
  EXPECT_TRUE(contains(result.report, "heddle replay elsewhere/")) << result.report;
}

TEST(Explore, FindingReplays) {
  const Exploration result = heddle::explore(
      [] {
        Counter counter;
        twice_at_once([&counter] { counter.add(); });
        assert(counter.value == 2);
      },
      only_this_test());
  const std::string before = "replay it: heddle replay ";
  const std::size_t start = result.report.find(before);
  ASSERT_NE(start, std::string::npos) << result.report;
  const std::size_t end = result.report.find('\n', start);
  const std::string file = result.report.substr(start + before.size(), end - start - before.size());
  for (int i = 0; i < 3; ++i) {
    // From another folder, and without what the test has in its environment.
    const int status = std::system(("cd / && env -i PATH=\"$PATH\" " HEDDLE_BINARY " replay --quiet " + file).c_str());
    EXPECT_EQ(WEXITSTATUS(status), 1);
  }
}

// The test before it has explored too, and is gone through once more in the process that is explored.
TEST(Explore, OtherTestsMayComeBefore) {
  const Exploration result = heddle::explore([] {
    Counter counter;
    twice_at_once([&counter] { counter.add(); });
    heddle_assume(counter.value != 2);
    heddle::fail("an update\n   is lost");
  });
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.report, at_line(__LINE__ - 3) + ": an update is lost\n")) << result.report;
}

class ExploreWith : public testing::TestWithParam<int> {};

TEST_P(ExploreWith, ParameterOfItsOwn) {
  const int wrong = GetParam();
  const Exploration result = heddle::explore(
      [wrong] {
        Counter counter;
        twice_at_once([&] { wrong == 2 ? counter.add() : counter.add_alone(); });
        assert(counter.value == 2);
      },
      only_this_test());
  EXPECT_EQ(result.status, wrong == 2 ? 1 : 0) << result.report;
}

INSTANTIATE_TEST_SUITE_P(Numbers, ExploreWith, testing::Values(1, 2, 3));

TEST(Explore, CallsFromOnePlaceAreToldApart) {
  for (int turn = 0; turn < 3; ++turn) {
    const Exploration result = heddle::explore([turn] { return turn != 1; }, only_this_test());
    EXPECT_EQ(result.status, turn == 1 ? 1 : 0) << turn << ": " << result.report;
  }
}

TEST(Explore, TwoInOneTest) {
  Counter counter;
  const Exploration first = heddle::explore([&] { twice_at_once([&] { counter.add_alone(); }); }, only_this_test());
  EXPECT_TRUE(first.ok) << first.report;
  const Exploration second = heddle::explore(
      [&] {
        twice_at_once([&] { counter.add(); });
        return counter.value == 2;
      },
      only_this_test());
  EXPECT_EQ(second.status, 1);
  EXPECT_TRUE(contains(second.report, "the body of heddle::explore returned false")) << second.report;
}

TEST(Explore, EveryExecutionStartsFromTheStateAtTheCall) {
  std::vector<int> numbers{1, 2, 3};
  static thread_local int local = 5;
  const Exploration result = heddle::explore(
      [&numbers] {
        assert(numbers.size() == 3 && local == 5);
        std::mutex mutex;
        twice_at_once([&] {
          const std::lock_guard lock(mutex);
          numbers.push_back(0);
        });
        local = 6;
        assert(numbers.size() == 5);
      },
      only_this_test());
  EXPECT_TRUE(result.ok) << result.report;
  EXPECT_EQ(numbers.size(), 3U);  // not executed in this process
  EXPECT_EQ(local, 5);
}

TEST(Explore, WhatComesBeforeIsNotExplored) {
  Counter counter;
  std::vector<std::thread> many;  // more than heddle has contexts for at first
  many.reserve(20);
  for (int i = 0; i < 20; ++i) {
    many.emplace_back([&counter] { counter.add_alone(); });
  }
  for (std::thread& thread : many) {
    thread.join();
  }
  Counter racy;
  twice_at_once([&racy] { racy.add(); });
  assert(!heddle_is_active() || racy.value == 2);  // of all schedules, heddle makes the default one
  const Exploration result = heddle::explore(
      [&counter] {
        twice_at_once([&counter] { counter.add_alone(); });
        assert(counter.value == 22);
      },
      only_this_test());
  EXPECT_TRUE(result.ok) << result.report;
}

TEST(Explore, ManyThreads) {
  ExploreOptions options = only_this_test();
  options.hunt = {"--bound=0", "--executions=20"};
  const Exploration result = heddle::explore(
      [] {
        std::array<std::thread, 20> many;
        for (std::thread& thread : many) {
          thread = std::thread([] {});
        }
        for (std::thread& thread : many) {
          thread.join();
        }
      },
      options);
  EXPECT_TRUE(result.ok) << result.report;
}

TEST(Explore, OptionsGoToHunt) {
  ExploreOptions options = only_this_test();
  options.hunt = {"--bound=0"};
  const auto body = [] {
    Counter counter;
    twice_at_once([&counter] { counter.add(); });
    assert(counter.value == 2);
  };
  EXPECT_TRUE(heddle::explore(body, options).ok);
  options.hunt = {"--bound=1"};
  EXPECT_EQ(heddle::explore(body, options).status, 1);
  options.hunt = {"--bond=1"};
  const Exploration wrong = heddle::explore(body, options);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(contains(wrong.report, "--bond")) << wrong.report;
}

TEST(Explore, ExceptionThatLeavesTheBody) {
  const Exploration result = heddle::explore(
      [] {
        Counter counter;
        twice_at_once([&counter] { counter.add(); });
        if (counter.value != 2) {
          throw std::runtime_error("lost");
        }
      },
      only_this_test());
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.report, "uncaught exception of type std::runtime_error")) << result.report;
  EXPECT_TRUE(contains(result.report, at_line(__LINE__ - 6) + "\n")) << result.report;
}

TEST(Explore, Deadlock) {
  const Exploration result = heddle::explore(
      [] {
        std::mutex one;
        std::mutex two;
        std::thread other([&] {
          const std::lock_guard first(one);
          const std::lock_guard second(two);
        });
        {
          const std::lock_guard first(two);
          const std::lock_guard second(one);
        }
        other.join();
      },
      only_this_test());
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(contains(result.report, "finding 1: deadlock at")) << result.report;
  EXPECT_TRUE(contains(result.report, "waits in lock")) << result.report;
}

TEST(Explore, ThreadsThatOutliveTheBodyEndWithIt) {
  static Counter counter;
  const Exploration result = heddle::explore(
      [] {
        std::thread([] { counter.add_alone(); }).detach();
        assert(counter.value <= 1);
      },
      only_this_test());
  EXPECT_TRUE(result.ok) << result.report;
}

TEST(Explore, TestLoopInTheBodyIsOnePass) {
  int passes = 0;
  const Exploration result = heddle::explore(
      [&passes] {
        do {
          heddle_start();
          twice_at_once([] {});
          ++passes;
        } while (heddle_restart() != 0);
        assert(passes == 1);
      },
      only_this_test());
  EXPECT_TRUE(result.ok) << result.report;
}

TEST(Explore, InsideAnotherIsRefused) {
  const ExploreOptions options = only_this_test();
  const Exploration result = heddle::explore([&] { (void)heddle::explore([] {}, options); }, options);
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(contains(result.report, "heddle::explore inside the body of another")) << result.report;
}

TEST(Explore, InAnotherThreadThanMainIsRefused) {
  Exploration result{};
  std::thread([&result] { result = heddle::explore([] {}); }).join();
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(contains(result.report, "by main only")) << result.report;
}

TEST(Explore, ThreadsAliveAtTheCallAreRefused) {
  std::mutex mutex;
  mutex.lock();
  std::thread waiting([&mutex] { const std::lock_guard lock(mutex); });
  const Exploration result = heddle::explore([] {}, only_this_test());
  mutex.unlock();
  waiting.join();
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(contains(result.report, "threads that are alive when heddle::explore is called")) << result.report;
}

TEST(Explore, CallThatIsNotReachedAgainIsReported) {
  if (heddle_is_active() != 0) {
    return;
  }
  const Exploration result = heddle::explore([] {}, only_this_test());
  EXPECT_EQ(result.status, 3);
  EXPECT_TRUE(contains(result.report, "explore_test.cpp:" + std::to_string(__LINE__ - 2))) << result.report;
  EXPECT_TRUE(contains(result.report, "was not reached again: the program ended with status 0")) << result.report;
}

// One of several runs that share the tests out among them.
TEST(Explore, ShardOfATestRun) {
  setenv("GTEST_TOTAL_SHARDS", "2", 1);
  setenv("GTEST_SHARD_INDEX", "1", 1);
  const Exploration result = heddle::explore([] { return false; }, only_this_test());
  EXPECT_EQ(result.status, 1) << result.report;
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
}

TEST(Explore, WithoutTheCommand) {
  setenv("HEDDLE", "/nowhere/heddle", 1);
  const Exploration result = heddle::explore([] {}, only_this_test());
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.report, "heddle::explore cannot run /nowhere/heddle: No such file or directory\n");
  unsetenv("HEDDLE");
}

}  // namespace
