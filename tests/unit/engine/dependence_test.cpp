// Two relations that must be one: which events commute, and when pruning takes two executions for the same.
#include "core/dependence.h"

#include <gtest/gtest.h>

#include "core/rng.h"
#include "engine/happens_before_hash.h"

namespace heddle {
namespace {

Event draw(Rng& rng, std::uint16_t thread) {
  Event event;
  event.thread = {thread};
  event.thread_name = {thread + 1U};
  do {
    event.operation.kind = static_cast<OperationKind>(rng.below(kOperationKindCount));
  } while (is_thread_lifecycle(event.operation.kind));  // those order threads beside the places
  event.operation.object = {1 + rng.below(3)};
  event.operation.address = rng.below(2) == 0 ? 0 : 4096 + rng.below(24);
  event.operation.size = 1 + rng.below(12);
  event.succeeded = rng.below(2) == 0;
  event.variant = rng.below(8) == 0 ? kTimeout : kProceed;
  event.also = rng.below(8) == 0 ? ObjectId{1 + rng.below(3)} : ObjectId{};
  return event;
}

std::uint64_t hash_of(const Event& first, const Event& second) {
  HappensBeforeHash hash;
  hash.begin();
  hash.observe(first);
  hash.observe(second);
  return hash.value();
}

TEST(Dependence, IsThatOfPruning) {
  Rng rng(11);
  int dependent = 0;
  for (int pair = 0; pair < 200'000; ++pair) {
    const Event one = draw(rng, 0);
    const Event other = draw(rng, 1);
    const bool commute = hash_of(one, other) == hash_of(other, one);
    ASSERT_EQ(depends(one, other), !commute) << name(one.operation.kind) << " and " << name(other.operation.kind);
    ASSERT_EQ(depends(other, one), depends(one, other));
    dependent += commute ? 0 : 1;
  }
  EXPECT_GT(dependent, 50'000);
}

// On four bytes at 64.
Event event_of(OperationKind kind) {
  Event event;
  event.operation.kind = kind;
  event.operation.size = 4;
  event.operation.address = 64;
  return event;
}

TEST(Dependence, IsByBytesAndNotByNames) {
  Event write = event_of(OperationKind::kWrite);
  Event other = write;
  other.thread = {1};
  EXPECT_TRUE(depends(write, other));
  other.operation.address = 72;
  EXPECT_FALSE(depends(write, other));
  other.operation.address = 60;
  other.operation.size = 8;  // over the edge
  EXPECT_TRUE(depends(write, other));
  Event load = write;
  load.operation.kind = OperationKind::kAtomicLoad;
  EXPECT_TRUE(depends(write, load));
  EXPECT_FALSE(depends(load, load));
}

TEST(Dependence, AFailedExchangeOnlyReads) {
  const Event exchange = event_of(OperationKind::kAtomicCompareExchange);
  Event failed = exchange;
  failed.succeeded = false;
  EXPECT_TRUE(depends(exchange, failed));
  EXPECT_FALSE(depends(failed, failed));
}

}  // namespace
}  // namespace heddle
