#include "core/event.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "core/finding.h"
#include "core/schedule.h"

namespace heddle {
namespace {

TEST(Alternatives, AreOrderedByThreadThenVariant) {
  EXPECT_LT((Alternative{{0}, kSpurious}), (Alternative{{1}, kProceed}));
  EXPECT_LT((Alternative{{1}, kProceed}), (Alternative{{1}, 1}));
  EXPECT_LT((Alternative{{1}, 1}), (Alternative{{1}, kTimeout}));
  EXPECT_LT((Alternative{{1}, kTimeout}), (Alternative{{1}, kSpurious}));
}

TEST(Alternatives, TimeoutsSpuriousWakeupsAndUnusualSignalsCostExtra) {
  EXPECT_FALSE(costs_extra({{3}, kProceed}));
  EXPECT_FALSE(costs_extra({{3}, kHandleSignal}));
  EXPECT_TRUE(costs_extra({{3}, kTimeout}));
  EXPECT_TRUE(costs_extra({{3}, kSpurious}));
  for (const Variant signal : {kTimerSignal, kEarlySignal, kLateSignal}) {
    EXPECT_TRUE(costs_extra({{3}, signal}));
  }
}

TEST(Alternatives, TimePassesByTimeoutsAndTimers) {
  EXPECT_TRUE(lets_time_pass(kTimeout));
  EXPECT_TRUE(lets_time_pass(kTimerSignal));
  for (const Variant other : {kProceed, kHandleSignal, kEarlySignal, kLateSignal, kSpurious}) {
    EXPECT_FALSE(lets_time_pass(other));
  }
}

// Records of these lie in shared memory and in files.
TEST(Values, ArePlain) {
  static_assert(std::is_trivially_copyable_v<Event>);
  static_assert(std::is_trivially_copyable_v<Deviation> && sizeof(Deviation) == 16);
}

TEST(Operations, Families) {
  EXPECT_TRUE(is_plain_access(OperationKind::kRead));
  EXPECT_TRUE(is_plain_access(OperationKind::kVptrWrite));
  EXPECT_FALSE(is_plain_access(OperationKind::kAtomicLoad));
  EXPECT_TRUE(is_atomic_access(OperationKind::kAtomicLoad));
  EXPECT_TRUE(is_atomic_access(OperationKind::kAtomicCompareExchange));
  EXPECT_FALSE(is_atomic_access(OperationKind::kFence));
  EXPECT_TRUE(is_thread_lifecycle(OperationKind::kThreadCreate));
  EXPECT_TRUE(is_thread_lifecycle(OperationKind::kThreadCancel));
  EXPECT_FALSE(is_thread_lifecycle(OperationKind::kFree));
  EXPECT_FALSE(is_thread_lifecycle(OperationKind::kMutexLock));
}

}  // namespace
}  // namespace heddle
