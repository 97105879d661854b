#include "cli/story/lock_circle.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using Numbers = std::vector<std::size_t>;

class Events {
 public:
  // The thread takes one lock, then the other, and releases both.
  Events& takes(std::uint16_t thread, std::uint64_t outer, std::uint64_t inner) {
    add(thread, OperationKind::kMutexLock, outer).add(thread, OperationKind::kMutexLock, inner);
    return add(thread, OperationKind::kMutexUnlock, inner).add(thread, OperationKind::kMutexUnlock, outer);
  }
  Events& add(std::uint16_t thread, OperationKind kind, std::uint64_t address) {
    segment::RecordedEvent recorded{};
    recorded.event.thread = ThreadId{thread};
    recorded.event.succeeded = true;
    recorded.event.operation.kind = kind;
    recorded.event.operation.address = address;
    events_.push_back(recorded);
    return *this;
  }
  [[nodiscard]] Numbers rest(std::size_t first, std::size_t last) const { return rest_of_circle(events_, first, last); }

 private:
  std::vector<segment::RecordedEvent> events_;
};

TEST(LockCircle, TwoThreadsCloseItThemselves) {
  EXPECT_EQ(Events().takes(1, 10, 20).takes(2, 20, 10).rest(1, 5), Numbers());
}

TEST(LockCircle, OfThreeTheOneInBetween) {
  EXPECT_EQ(Events().takes(1, 10, 20).takes(2, 20, 30).takes(3, 30, 10).rest(1, 9), Numbers{5});
}

TEST(LockCircle, OfFourInTheOrderOfWaiting) {
  const auto events = Events().takes(3, 30, 40).takes(1, 10, 20).takes(2, 20, 30).takes(4, 40, 10);
  EXPECT_EQ(events.rest(5, 13), (Numbers{9, 1}));
}

TEST(LockCircle, AThreadIsInItOnce) {
  const auto events = Events().takes(1, 10, 20).takes(1, 20, 30).takes(3, 30, 10);
  EXPECT_EQ(events.rest(1, 9), Numbers());
}

TEST(LockCircle, WhatWasReleasedBeforeIsNotHeld) {
  const auto events = Events()
                          .takes(1, 10, 20)
                          .add(2, OperationKind::kMutexLock, 20)
                          .add(2, OperationKind::kMutexUnlock, 20)
                          .add(2, OperationKind::kMutexLock, 30)
                          .takes(3, 30, 10);
  EXPECT_EQ(events.rest(1, 8), Numbers());
}

}  // namespace
}  // namespace heddle::cli
