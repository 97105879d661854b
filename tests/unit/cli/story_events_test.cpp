#include <gtest/gtest.h>

#include "cli/story/story.h"

namespace heddle::cli {
namespace {

// Events by thread, operation and object; objects lie 64 bytes apart.
class Events {
 public:
  Events& add(std::uint16_t thread, OperationKind kind, std::uint64_t object = 0, Variant variant = kProceed) {
    segment::RecordedEvent recorded{};
    recorded.event.thread = ThreadId{thread};
    recorded.event.visible = !is_thread_lifecycle(kind);
    recorded.event.succeeded = true;
    recorded.event.variant = variant;
    recorded.event.operation.kind = kind;
    recorded.event.operation.object = ObjectId{object};
    recorded.event.operation.address = object * 64;
    recorded.event.operation.size = 4;
    events_.push_back(recorded);
    return *this;
  }
  // An access that is no visible operation.
  Events& quiet(std::uint16_t thread, OperationKind kind, std::uint64_t object) {
    add(thread, kind, object);
    events_.back().event.visible = false;
    return *this;
  }
  Events& create(std::uint16_t thread, std::uint16_t other) {
    add(thread, OperationKind::kThreadCreate);
    events_.back().event.other = ThreadId{other};
    return *this;
  }
  [[nodiscard]] std::vector<std::size_t> relevant(const StorySettings& settings = {}) const {
    const std::vector<bool> set = find_relevant(events_, settings);
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (set[i]) {
        numbers.push_back(i);
      }
    }
    return numbers;
  }

 private:
  std::vector<segment::RecordedEvent> events_;
};

using Numbers = std::vector<std::size_t>;
using enum OperationKind;

TEST(Relevant, WhatTwoThreadsTouch) {
  const auto events = Events().add(1, kWrite, 7).add(1, kWrite, 8).add(2, kRead, 7).add(2, kMutexLock, 9);
  EXPECT_EQ(events.relevant(), (Numbers{0, 2}));
  EXPECT_EQ(events.relevant({.all_synchronisation = true}), (Numbers{0, 2, 3})) << "in a deadlock all locks";
}

TEST(Relevant, QuietAccessesToWhatIsShared) {
  const auto events = Events().quiet(1, kRead, 7).quiet(2, kWrite, 7).quiet(1, kRead, 8).quiet(2, kRead, 8);
  EXPECT_EQ(events.relevant(), (Numbers{0, 1})) << "but not where everybody only reads";
}

TEST(Relevant, QuietAccessesToWhatIsHandedOver) {
  const auto events =
      Events().quiet(0, kWrite, 7).create(0, 1).quiet(1, kRead, 7).quiet(1, kWrite, 8).quiet(0, kRead, 8);
  EXPECT_EQ(events.relevant(), (Numbers{1, 3, 4})) << "to a new thread, but not what comes back from it";
}

TEST(Relevant, VisibleAccessesToWhatAnotherExecutionShowedToBeShared) {
  const auto events = Events().add(1, kRead, 7).quiet(1, kRead, 8);
  EXPECT_EQ(events.relevant(), Numbers{});
  EXPECT_EQ(events.relevant({.accesses_are_shared = true}), Numbers{0});
}

TEST(Relevant, PartsOfAFaultWithTheirLocks) {
  const auto events = Events().add(1, kMutexLock, 1).quiet(1, kRead, 7).add(1, kMutexUnlock, 1).quiet(1, kRead, 8);
  EXPECT_EQ(events.relevant(), Numbers{});
  StorySettings settings;
  settings.parts = {1};
  EXPECT_EQ(events.relevant(settings), (Numbers{0, 1, 2}));
}

TEST(Relevant, LocksAroundThem) {
  const auto events = Events()
                          .add(1, kMutexLock, 1)  // nothing happens under it
                          .add(1, kMutexUnlock, 1)
                          .add(1, kMutexLock, 2)
                          .add(1, kMutexLock, 3)
                          .add(1, kMutexUnlock, 3)
                          .add(1, kRead, 7)
                          .add(1, kMutexUnlock, 2)
                          .add(1, kMutexLock, 3)
                          .add(2, kWrite, 7);
  EXPECT_EQ(events.relevant(), (Numbers{2, 5, 6, 8}));
}

TEST(Relevant, WaitsThatTimeOut) {
  const auto events = Events().add(1, kConditionWait, 1).add(1, kConditionWake, 1, kTimeout).add(1, kConditionWait, 2);
  EXPECT_EQ(events.relevant(), (Numbers{0, 1}));
}

TEST(Relevant, ThreadsAndWhatHasNoObject) {
  const auto events =
      Events().add(0, kThreadCreate).add(1, kThreadStart).add(1, kYield).add(1, kThreadEnd).add(0, kThreadJoin);
  EXPECT_EQ(events.relevant(), (Numbers{0, 2, 4}));
}

StoryEvent line_of(std::uint16_t thread, std::uint32_t line) {
  StoryEvent event;
  event.thread = thread;
  event.line = line;
  return event;
}

TEST(Folded, EndsOfLongRunsStay) {
  std::vector<StoryEvent> story;
  for (std::uint32_t line = 0; line < 100; ++line) {
    story.push_back(line_of(1, line));
  }
  story[50].omitted = 8;
  story.push_back(line_of(2, 100));
  story.push_back(line_of(1, 101));
  const std::vector<StoryEvent> shorter = folded(story);
  ASSERT_EQ(shorter.size(), 43U);
  EXPECT_EQ(shorter[19], story[19]);
  EXPECT_EQ(shorter[20].thread, 1);
  EXPECT_EQ(shorter[20].omitted, 67U);  // 60 lines, one of which stands for 8
  EXPECT_EQ(shorter[21], story[80]);
  EXPECT_EQ(shorter[40], story[99]);
  EXPECT_EQ(shorter[41], story[100]);
}

TEST(Folded, PartsOfAFaultStay) {
  std::vector<StoryEvent> story(100, line_of(1, 7));
  story[50].part = 0;
  const std::vector<StoryEvent> shorter = folded(story);
  ASSERT_EQ(shorter.size(), 43U);
  EXPECT_EQ(shorter[20].omitted, 30U);
  EXPECT_EQ(shorter[21], story[50]);
  EXPECT_EQ(shorter[22].omitted, 29U);
}

// Rounds of these lines, each `times` over.
std::vector<StoryEvent> rounds_of(const std::vector<StoryEvent>& lines, std::size_t times) {
  std::vector<StoryEvent> story;
  for (std::size_t time = 0; time < times; ++time) {
    story.insert(story.end(), lines.begin(), lines.end());
  }
  return story;
}

TEST(WithoutRounds, EqualLinesAreToldOnce) {
  std::vector<StoryEvent> story = rounds_of({line_of(1, 7)}, 40);
  story.push_back(line_of(2, 8));
  const std::vector<StoryEvent> shorter = without_rounds(story);
  ASSERT_EQ(shorter.size(), 3U);
  EXPECT_EQ(shorter[0], story[0]);
  EXPECT_EQ(shorter[1].rounds, 39U);
  EXPECT_EQ(shorter[1].omitted, 39U);
  EXPECT_EQ(shorter[1].thread, 1);
  EXPECT_EQ(shorter[2], story[40]);
}

TEST(WithoutRounds, OfSeveralLinesToo) {
  std::vector<StoryEvent> story{line_of(1, 1)};
  const std::vector<StoryEvent> rounds = rounds_of({line_of(1, 7), line_of(1, 8), line_of(1, 9)}, 5);
  story.insert(story.end(), rounds.begin(), rounds.end());
  story.push_back(line_of(1, 7));  // one that was not finished
  const std::vector<StoryEvent> shorter = without_rounds(story);
  ASSERT_EQ(shorter.size(), 6U);
  EXPECT_EQ(shorter[3], story[3]);
  EXPECT_EQ(shorter[4].rounds, 4U);
  EXPECT_EQ(shorter[4].omitted, 12U);
  EXPECT_EQ(shorter[5], story.back());
}

TEST(WithoutRounds, FewRoundsOtherThreadsMarksAndPartsStay) {
  const std::vector<StoryEvent> few = rounds_of({line_of(1, 7)}, 3);
  EXPECT_EQ(without_rounds(few), few);
  const std::vector<StoryEvent> in_turn = rounds_of({line_of(1, 7), line_of(2, 7)}, 20);
  EXPECT_EQ(without_rounds(in_turn), in_turn);
  std::vector<StoryEvent> marked = rounds_of({line_of(1, 7)}, 6);
  marked[3].preempted = 2;
  EXPECT_EQ(without_rounds(marked), marked);
  std::vector<StoryEvent> with_part = rounds_of({line_of(1, 7)}, 6);
  with_part[3].part = 0;
  EXPECT_EQ(without_rounds(with_part), with_part);
}

TEST(Folded, PreemptionsStay) {
  std::vector<StoryEvent> story(82, line_of(1, 7));
  story[41].preempted = 1;
  EXPECT_EQ(folded(story), story);
}

}  // namespace
}  // namespace heddle::cli
