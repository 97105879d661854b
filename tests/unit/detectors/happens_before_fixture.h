// One detector, and what happens to it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "detectors/happens_before.h"
#include "watching.h"

namespace heddle {

inline constexpr MemoryOrder kRelaxed = MemoryOrder::kRelaxed;
inline constexpr MemoryOrder kAcquire = MemoryOrder::kAcquire;
inline constexpr MemoryOrder kRelease = MemoryOrder::kRelease;
inline constexpr MemoryOrder kAcquireRelease = MemoryOrder::kAcquireRelease;

inline constexpr std::uintptr_t kData = 0x10000;
inline constexpr std::uintptr_t kFlag = 0x20000;
inline constexpr std::uintptr_t kOther = 0x20100;

class HappensBeforeTest : public ::testing::Test {
 protected:
  HappensBefore detector_;
  Watched<HappensBefore> run_{detector_};
};

}  // namespace heddle
