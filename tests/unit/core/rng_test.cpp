#include "core/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace heddle {
namespace {

// The published sequence of SplitMix64: seeds stand in reports, so it must be the same everywhere and for ever.
TEST(Rng, IsSplitMix64) {
  Rng rng(1234567);
  EXPECT_EQ(rng.next(), 6457827717110365317ULL);
  EXPECT_EQ(rng.next(), 3203168211198807973ULL);
  EXPECT_EQ(rng.next(), 9817491932198370423ULL);
  EXPECT_EQ(rng.next(), 4593380528125082431ULL);
  EXPECT_EQ(Rng(0).next(), 0xe220a8397b1dcdafULL);
}

TEST(Rng, BelowStaysBelow) {
  Rng rng(1);
  for (int draw = 0; draw < 1000; ++draw) {
    EXPECT_EQ(rng.below(1), 0U);
    EXPECT_LT(rng.below(3), 3U);
    EXPECT_LT(rng.below(0xffffffffU), 0xffffffffU);
  }
}

// 60,000 throws of a die: each face 10,000 times, standard deviation 91; 600 is more than six of them.
TEST(Rng, BelowIsUniform) {
  Rng rng(42);
  std::array<int, 6> faces{};
  for (int draw = 0; draw < 60'000; ++draw) {
    ++faces[rng.below(6)];
  }
  for (const int face : faces) {
    EXPECT_NEAR(face, 10'000, 600);
  }
}

}  // namespace
}  // namespace heddle
