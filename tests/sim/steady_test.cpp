// A search that is not asked where it would let the same thread go on is the same search.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "engine/alone.h"
#include "sim/executor.h"
#include "sim/program.h"
#include "sim/shapes.h"
#include "strategies/context_bound.h"
#include "strategies/depth_first.h"

namespace heddle::sim {
namespace {

// Counts how often another one is asked, and may keep from the executor that it need not be.
class Asked final : public Controller {
 public:
  Asked(Controller& inner, bool always) : inner_(inner), always_(always) {}
  [[nodiscard]] Wants begin() override {
    Wants wants = inner_.begin();
    wants.stays = always_ ? nullptr : wants.stays;
    return wants;
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    ++times;
    return inner_.choose(point);
  }
  void observe(const Event& event) override { inner_.observe(event); }
  void end(const Ended& ended) override { inner_.end(ended); }

  std::uint64_t times = 0;

 private:
  Controller& inner_;
  bool always_;
};

class Executing final : public Executor {
 public:
  Executing(const Program& program, bool always) : inner_(program), always_(always) {}
  Outcome execute(Controller& controller) override {
    Asked between(controller, always_);
    const Outcome outcome = inner_.execute(between);
    asked += between.times;
    hashes.push_back(outcome.event_hash);
    return outcome;
  }

  std::uint64_t asked = 0;
  std::vector<std::uint64_t> hashes;  // of all executions, repetitions included

 private:
  ScriptedExecutor inner_;
  bool always_;
};

class Anyone final : public Host {
 public:
  bool goes_on(const Tally& /*tally*/, const Frontier& /*frontier*/) override { return true; }
  bool found(const Finding& /*finding*/) override { return true; }
};

struct Searched {
  std::uint64_t asked;
  std::vector<std::uint64_t> hashes;
  Totals totals;
};

template <typename Search>
Searched search(const Program& program, const TreeOptions& options, bool always) {
  Executing executor(program, always);
  Search strategy(options);
  Anyone host;
  const SearchedAlone searched =
      search_alone(executor, strategy, {}, host, {.explorer = {.all = true}, .executions = 3'000});
  return {.asked = executor.asked, .hashes = executor.hashes, .totals = searched.totals};
}

// What is counted without being made has to be the same, too.
void expect_same(const Totals& left, const Totals& right) {
  ASSERT_EQ(left.rounds.size(), right.rounds.size());
  for (std::size_t round = 0; round < left.rounds.size(); ++round) {
    EXPECT_EQ(left.rounds[round].executions, right.rounds[round].executions);
    EXPECT_EQ(left.rounds[round].beyond_bound, right.rounds[round].beyond_bound);
    EXPECT_EQ(left.rounds[round].cut, right.rounds[round].cut);
    EXPECT_EQ(left.rounds[round].ended, right.rounds[round].ended);
    EXPECT_EQ(left.rounds[round].diverged(), 0U);
    EXPECT_EQ(right.rounds[round].diverged(), 0U);
  }
}

template <typename Search>
void expect_same_search(const Program& program, const TreeOptions& options) {
  const Searched always = search<Search>(program, options, true);
  const Searched seldom = search<Search>(program, options, false);
  EXPECT_EQ(always.hashes, seldom.hashes);
  expect_same(always.totals, seldom.totals);
  EXPECT_LT(seldom.asked, always.asked) << "measure " << static_cast<int>(options.measure) << ", order "
                                        << static_cast<int>(options.order) << ", slice " << options.slice;
}

// Accesses, a lock, and accesses.
Program writers_with_a_lock() {
  Program program;
  const Variable counter = program.variable("counter");
  const Mutex mutex = program.mutex("mutex");
  const Body body = [=](Thread& self) -> Script {
    for (Value step = 0; step < 3; ++step) {
      co_await self.write(counter, step);
    }
    co_await self.lock(mutex);
    const Value seen = co_await self.read(counter);
    co_await self.write(counter, seen + 1);
    co_await self.unlock(mutex);
    co_await self.yield();
    for (Value step = 0; step < 3; ++step) {
      co_await self.write(counter, step);
    }
  };
  program.thread(body);
  program.thread(body);
  program.thread(body);
  return program;
}

std::vector<Program> programs() {
  std::vector<Program> all;
  all.push_back(independent_writers({2, 6}));
  all.push_back(independent_writers({3, 3}));
  all.push_back(independent_writers({4, 4}));
  all.push_back(writers_with_a_lock());
  return all;
}

TEST(Steady, ContextBoundingIsTheSame) {
  for (const Program& program : programs()) {
    for (const Measure measure : {Measure::kSwitches, Measure::kPreemptions, Measure::kDelays}) {
      for (const Order order : {Order::kDeviations, Order::kCost, Order::kDepth}) {
        for (const std::uint32_t slice : {3U, 4U, kNoSlice}) {
          expect_same_search<ContextBound>(program, {.measure = measure, .slice = slice, .order = order, .bound = 3});
        }
      }
    }
  }
}

TEST(Steady, DepthFirstSearchIsTheSame) {
  for (const Program& program : programs()) {
    for (const std::uint32_t slice : {3U, kNoSlice}) {
      expect_same_search<DepthFirst>(program, {.slice = slice});
    }
  }
}

// Where the continuation is drawn at every point, or everything is watched, there is nothing to be said in advance.
TEST(Steady, IsNotWhatIsDrawnOrWatched) {
  const Program program = independent_writers({2, 6});
  for (const TreeOptions& options :
       {TreeOptions{.continuation = Continuation::kRandom, .bound = 2}, TreeOptions{.bound = 2, .prune = true}}) {
    const Searched always = search<ContextBound>(program, options, true);
    const Searched seldom = search<ContextBound>(program, options, false);
    EXPECT_EQ(always.hashes, seldom.hashes);
    EXPECT_EQ(always.asked, seldom.asked);
  }
}

}  // namespace
}  // namespace heddle::sim
