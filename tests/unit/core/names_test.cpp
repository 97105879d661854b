#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "core/finding.h"
#include "core/operation.h"
#include "core/outcome.h"

namespace heddle {
namespace {

// Names stand in reports and files: each must be there and mean one thing.
template <typename Enum>
void expect_names(int count) {
  std::set<std::string_view> seen;
  for (int value = 0; value < count; ++value) {
    const std::string_view text = name(static_cast<Enum>(value));
    EXPECT_FALSE(text.empty()) << value;
    EXPECT_TRUE(seen.insert(text).second) << text;
    EXPECT_EQ(text.find_first_of(" \n\"\\"), std::string_view::npos) << text;
  }
}

TEST(Names, OperationKinds) { expect_names<OperationKind>(kOperationKindCount); }
TEST(Names, OutcomeKinds) { expect_names<OutcomeKind>(kOutcomeKindCount); }
TEST(Names, MemoryOrders) { expect_names<MemoryOrder>(static_cast<int>(MemoryOrder::kSequentiallyConsistent) + 1); }
TEST(Names, Minimalities) { expect_names<Minimality>(static_cast<int>(Minimality::kBudget) + 1); }

TEST(Names, NoMemoryOrderHasNoName) { EXPECT_EQ(name(MemoryOrder::kNone), ""); }

// The table of names is positional: a kind put in the middle would shift all behind it.
TEST(Names, StandBesideTheirKinds) {
  EXPECT_EQ(name(OperationKind::kRead), "read");
  EXPECT_EQ(name(OperationKind::kFence), "fence");
  EXPECT_EQ(name(OperationKind::kFree), "free");
  EXPECT_EQ(name(OperationKind::kThreadCancel), "thread-cancel");
  EXPECT_EQ(name(OperationKind::kMutexDestroy), "mutex-destroy");
  EXPECT_EQ(name(OperationKind::kSpinUnlock), "spin-unlock");
  EXPECT_EQ(name(OperationKind::kReadWriteDestroy), "rw-destroy");
  EXPECT_EQ(name(OperationKind::kConditionReacquire), "cond-reacquire");
  EXPECT_EQ(name(OperationKind::kConditionDestroy), "cond-destroy");
  EXPECT_EQ(name(OperationKind::kSemaphoreDestroy), "sem-destroy");
  EXPECT_EQ(name(OperationKind::kBarrierDestroy), "barrier-destroy");
  EXPECT_EQ(name(OperationKind::kOnceAbort), "once-abort");
  EXPECT_EQ(name(OperationKind::kFutexWake), "futex-wake");
  EXPECT_EQ(name(OperationKind::kProcessExit), "process-exit");
  EXPECT_EQ(name(FindingKind::kDestroyedPrimitive), "destroyed-primitive");
  EXPECT_EQ(name(FindingKind::kDataRace), "data-race");
  EXPECT_EQ(name(OperationKind::kDescriptorOpen), "fd-open");
  EXPECT_EQ(name(OperationKind::kPoll), "poll");
  EXPECT_EQ(name(OperationKind::kSignalSend), "signal-send");
  EXPECT_EQ(name(OperationKind::kSignalTimer), "timer-set");
}

TEST(FindingKinds, AreNames) {
  EXPECT_EQ(FindingKind::of("data-race"), FindingKind::kDataRace);
  const std::optional<FindingKind> unknown = FindingKind::of("of-another-version-2");
  ASSERT_TRUE(unknown);
  EXPECT_EQ(name(*unknown), "of-another-version-2");
  for (const char* wrong : {"", "Data-Race", "data race", "data\nrace", "a-name-that-takes-more-than-its-room"}) {
    EXPECT_EQ(FindingKind::of(wrong), std::nullopt) << wrong;
  }
}

TEST(FindingKinds, WhatWasWrittenOverIsSeen) {
  FindingKind kind = FindingKind::kCrash;
  EXPECT_TRUE(kind.is_well_formed());
  kind.text[FindingKind::kSize - 1] = 'x';  // behind the end
  EXPECT_FALSE(kind.is_well_formed());
  std::ranges::fill(kind.text, 'x');  // no end
  EXPECT_FALSE(kind.is_well_formed());
  EXPECT_FALSE(FindingKind().is_well_formed());
}

TEST(Outcomes, FailuresAreTheOnesWithAVerdict) {
  EXPECT_FALSE(is_failure(OutcomeKind::kPassed));
  for (const OutcomeKind kind :
       {OutcomeKind::kAssertion, OutcomeKind::kCrash, OutcomeKind::kDeadlock, OutcomeKind::kExit}) {
    EXPECT_TRUE(is_failure(kind)) << name(kind);
  }
  for (const OutcomeKind kind : {OutcomeKind::kStepLimit, OutcomeKind::kAssumption, OutcomeKind::kUnsupported,
                                 OutcomeKind::kDiverged, OutcomeKind::kMoreThreads, OutcomeKind::kThreadLimit}) {
    EXPECT_FALSE(is_failure(kind)) << name(kind);
  }
}

}  // namespace
}  // namespace heddle
