#include "core/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <set>

namespace heddle {
namespace {

// Hashes stand in files and are compared across processes and builds: these values must never change.
TEST(Hash, ValuesAreFixed) {
  static_assert(mix(0) == 0);
  static_assert(mix(1) == 0x5692161d100b05e5ULL);
  static_assert(combine(1, 2) == 0x3b4cafcfd47f50e5ULL);
  static_assert(hash_bytes("") == mix(0xcbf29ce484222325ULL));   // the offset of FNV-1a
  static_assert(hash_bytes("a") == mix(0xaf63dc4c8601ec8cULL));  // FNV-1a's test vector
  static_assert(hash_bytes("foobar") == mix(0x85944171f73967e8ULL));
}

TEST(Hash, CombineDependsOnOrder) {
  EXPECT_NE(combine(combine(0, 1), 2), combine(combine(0, 2), 1));
  EXPECT_NE(combine(1, 2), combine(2, 1));
}

TEST(Hash, BytesAreNotSigned) {
  EXPECT_NE(hash_bytes("\x80"), hash_bytes(std::string_view("\0", 1)));
  static_assert(hash_bytes("\xff") == mix((0xcbf29ce484222325ULL ^ 0xffU) * 0x100000001b3ULL));
}

// One bit of the input changes about half of the output: the mean over 64 * 64 flips is 32 with a standard deviation of
// 4 / sqrt(4096) = 0.06.
TEST(Hash, MixSpreadsEveryBit) {
  int changed = 0;
  for (std::uint64_t value = 1; value <= 64; ++value) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      changed += std::popcount(mix(value) ^ mix(value ^ (std::uint64_t{1} << bit)));
    }
  }
  EXPECT_NEAR(changed / 4096.0, 32.0, 0.5);
}

TEST(Hash, SmallInputsDoNotCollide) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t hash = 0; hash < 200; ++hash) {
    for (std::uint64_t value = 0; value < 200; ++value) {
      EXPECT_TRUE(seen.insert(combine(hash, value)).second);
    }
  }
}

}  // namespace
}  // namespace heddle
