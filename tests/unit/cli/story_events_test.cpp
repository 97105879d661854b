#include <gtest/gtest.h>

#include <algorithm>

#include "cli/story.h"
#include "engine/continuation.h"

namespace heddle::cli {
namespace {

// Events by thread, operation and object; objects lie 64 bytes apart.
class Events {
 public:
  Events& add(std::uint16_t thread, OperationKind kind, std::uint64_t object = 0) {
    segment::RecordedEvent recorded{};
    recorded.event.thread = ThreadId{thread};
    recorded.event.visible = !is_thread_lifecycle(kind);
    recorded.event.succeeded = true;
    recorded.event.operation.kind = kind;
    recorded.event.operation.object = ObjectId{object};
    recorded.event.operation.address = object * 64;
    recorded.event.operation.size = 4;
    events_.push_back(recorded);
    return *this;
  }
  // The schedule that leads to these: a deviation to each of the events with these numbers.
  [[nodiscard]] Schedule deviating_at(const std::vector<std::size_t>& numbers) const {
    Schedule schedule;
    for (const std::size_t number : numbers) {
      const Event& event = events_[number].event;
      const auto steps_before = std::count_if(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(number),
                                              [](const auto& before) { return before.event.visible; });
      schedule.push_back({.step = static_cast<std::uint32_t>(steps_before),
                          .take = {.thread = event.thread, .variant = event.variant},
                          .check = pending_check(event.operation)});
    }
    return schedule;
  }
  [[nodiscard]] std::vector<std::size_t> preemptions(const std::vector<std::size_t>& deviations) const {
    return numbers(find_preemptions(events_, deviating_at(deviations)));
  }
  [[nodiscard]] std::vector<std::size_t> relevant(bool all_synchronisation = false) const {
    return numbers(find_relevant(events_, all_synchronisation));
  }

 private:
  template <typename Set>
  static std::vector<std::size_t> numbers(const Set& set) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (set[i]) {
        result.push_back(i);
      }
    }
    return result;
  }
  std::vector<segment::RecordedEvent> events_;
};

using Numbers = std::vector<std::size_t>;
using enum OperationKind;

TEST(Preemptions, ASwitchThatTheScheduleAsksFor) {
  const auto events = Events().add(1, kRead, 7).add(2, kRead, 7).add(2, kWrite, 7).add(1, kWrite, 7);
  EXPECT_EQ(events.preemptions({1}), Numbers{1});
  EXPECT_EQ(events.preemptions({}), Numbers{}) << "the default continuation switches only where it must";
}

TEST(Preemptions, BehindADeviationThatIsNone) {
  // Thread 2 comes first, which costs nothing, and is interrupted then.
  const auto events = Events().add(2, kRead, 7).add(1, kWrite, 7).add(2, kRead, 7);
  EXPECT_EQ(events.preemptions({0, 1}), Numbers{1});
}

TEST(Preemptions, AtTheRightRoundOfALoop) {
  // Both rounds of thread 2 look alike; the schedule asks for it at the second.
  const auto events =
      Events().add(1, kYield).add(2, kRead, 7).add(2, kYield).add(1, kRead, 7).add(2, kRead, 7).add(1, kRead, 7);
  EXPECT_EQ(events.preemptions({4}), Numbers{4});
}

TEST(Preemptions, NotOfAThreadThatHadToWait) {
  // Thread 1 wants the lock that 2 holds.
  const auto locked = Events().add(2, kMutexLock, 5).add(1, kRead, 7).add(2, kMutexUnlock, 5).add(1, kMutexLock, 5);
  EXPECT_EQ(locked.preemptions({1, 2}), Numbers{1}) << "2 could go on, 1 could not";
  // The lock is free: 1 could have taken it.
  const auto free = Events().add(1, kRead, 7).add(2, kRead, 7).add(1, kMutexLock, 5);
  EXPECT_EQ(free.preemptions({1}), Numbers{1});
  const auto joining = Events().add(0, kRead, 7).add(1, kRead, 7).add(0, kThreadJoin);
  EXPECT_EQ(joining.preemptions({1}), Numbers{});
}

TEST(Preemptions, NotOfAThreadThatEnded) {
  const auto ended = Events().add(1, kRead, 7).add(1, kThreadEnd).add(0, kThreadJoin).add(2, kRead, 7);
  EXPECT_EQ(ended.preemptions({3}), Numbers{});
}

TEST(Preemptions, NotOfAThreadThatGaveWay) {
  const auto yielding = Events().add(1, kYield).add(2, kRead, 7).add(1, kRead, 7);
  EXPECT_EQ(yielding.preemptions({1}), Numbers{});
}

TEST(Relevant, WhatTwoThreadsTouch) {
  const auto events = Events().add(1, kWrite, 7).add(1, kWrite, 8).add(2, kRead, 7).add(2, kMutexLock, 9);
  EXPECT_EQ(events.relevant(), (Numbers{0, 2}));
  EXPECT_EQ(events.relevant(true), (Numbers{0, 2, 3})) << "in a deadlock all locks";
}

TEST(Relevant, ThreadsAndWhatHasNoObject) {
  const auto events =
      Events().add(0, kThreadCreate).add(1, kThreadStart).add(1, kYield).add(1, kThreadEnd).add(0, kThreadJoin);
  EXPECT_EQ(events.relevant(), (Numbers{0, 2, 4}));
}

}  // namespace
}  // namespace heddle::cli
