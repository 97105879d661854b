#include "core/operation_traits.h"

#include <gtest/gtest.h>

#include "core/access.h"

namespace heddle {
namespace {

TEST(OperationTraits, LocksAreTakenAndReleased) {
  EXPECT_TRUE(takes_lock(OperationKind::kMutexTimedLock));
  EXPECT_TRUE(takes_lock(OperationKind::kConditionReacquire));
  EXPECT_TRUE(takes_lock(OperationKind::kReadLock));
  EXPECT_TRUE(takes_shared_lock(OperationKind::kTryReadLock));
  EXPECT_FALSE(takes_shared_lock(OperationKind::kWriteLock));
  EXPECT_FALSE(takes_lock(OperationKind::kSemaphoreWait));
  EXPECT_TRUE(releases_lock(OperationKind::kReadWriteUnlock));
  EXPECT_FALSE(releases_lock(OperationKind::kMutexDestroy));
}

TEST(OperationTraits, WhatWritesMemoryChangesIt) {
  for (int kind = 0; kind < kOperationKindCount; ++kind) {
    const OperationTraits& row = traits(static_cast<OperationKind>(kind));
    if (row.memory != Effect::kNone) {
      EXPECT_EQ(writes_memory(row.kind), row.touches == Touch::kChanges) << row.name;
    }
    EXPECT_FALSE(row.tries && row.memory != Effect::kNone) << row.name;
  }
}

TEST(OperationTraits, AnAccessIsTheOperationItCameFrom) {
  for (const OperationKind kind :
       {OperationKind::kRead, OperationKind::kWrite, OperationKind::kAtomicLoad, OperationKind::kAtomicStore,
        OperationKind::kAtomicReadModifyWrite, OperationKind::kFree, OperationKind::kFrameEnd}) {
    Access access;
    access.kind = access_kind(kind, true);
    access.atomic = is_atomic_access(kind);
    EXPECT_EQ(operation_of(access).kind, kind) << name(kind);
  }
  EXPECT_EQ(access_kind(OperationKind::kAtomicCompareExchange, false), AccessKind::kRead);
  EXPECT_EQ(access_kind(OperationKind::kAtomicCompareExchange, true), AccessKind::kUpdate);
  EXPECT_EQ(access_kind(OperationKind::kWriteRange, false), AccessKind::kWrite);
}

}  // namespace
}  // namespace heddle
