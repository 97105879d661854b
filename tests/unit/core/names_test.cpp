#include <gtest/gtest.h>

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
TEST(Names, FindingKinds) { expect_names<FindingKind>(kFindingKindCount); }
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
  EXPECT_EQ(name(FindingKind::kStackUseAfterExit), "stack-use-after-exit");
  EXPECT_EQ(name(OperationKind::kDescriptorOpen), "fd-open");
  EXPECT_EQ(name(OperationKind::kPoll), "poll");
  EXPECT_EQ(name(OperationKind::kSignalSend), "signal-send");
  EXPECT_EQ(name(OperationKind::kSignalTimer), "timer-set");
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
