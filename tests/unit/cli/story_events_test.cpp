#include <gtest/gtest.h>

#include "cli/story.h"

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
  [[nodiscard]] std::vector<std::size_t> relevant(bool all_synchronisation = false) const {
    const std::vector<bool> set = find_relevant(events_, all_synchronisation);
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
  EXPECT_EQ(events.relevant(true), (Numbers{0, 2, 3})) << "in a deadlock all locks";
}

TEST(Relevant, ThreadsAndWhatHasNoObject) {
  const auto events =
      Events().add(0, kThreadCreate).add(1, kThreadStart).add(1, kYield).add(1, kThreadEnd).add(0, kThreadJoin);
  EXPECT_EQ(events.relevant(), (Numbers{0, 2, 4}));
}

}  // namespace
}  // namespace heddle::cli
