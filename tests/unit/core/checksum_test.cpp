#include "core/checksum.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "core/hash.h"

namespace heddle {
namespace {

std::span<const std::byte> as_bytes(std::string_view text) { return std::as_bytes(std::span(text)); }
std::uint64_t sum_of(std::string_view text) { return checksum(as_bytes(text)); }

// Random, and others for every number.
std::string text_of(std::uint64_t number, std::size_t size) {
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    text[i] = static_cast<char>(mix(combine(number, i)));
  }
  return text;
}

TEST(Checksum, IsThatOfAllPartsTogether) {
  const std::string text = text_of(1, 100);
  const std::uint64_t whole = sum_of(text);
  for (std::size_t i = 0; i <= text.size(); ++i) {
    for (std::size_t j = i; j <= text.size(); j += 7) {
      EXPECT_EQ(checksum_of_parts(
                    std::array{as_bytes(text).first(i), as_bytes(text).subspan(i, j - i), as_bytes(text).subspan(j)}),
                whole);
    }
  }
}

TEST(Checksum, NoticesSmallChanges) {
  // All pairs of flipped bits, in random bytes and in zeros.
  for (const std::string& original : {text_of(2, 96), std::string(96, '\0')}) {
    const std::uint64_t right = sum_of(original);
    std::string changed = original;
    const auto flip = [&changed](std::size_t bit) {
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1U << (bit % 8)));
    };
    std::size_t unnoticed = 0;
    for (std::size_t first = 0; first < changed.size() * 8; ++first) {
      flip(first);
      unnoticed += sum_of(changed) == right ? 1 : 0;
      for (std::size_t second = first + 1; second < changed.size() * 8; ++second) {
        flip(second);
        unnoticed += sum_of(changed) == right ? 1 : 0;
        flip(second);
      }
      flip(first);
    }
    EXPECT_EQ(unnoticed, 0U);
  }
  for (std::size_t size = 0; size < 100; ++size) {
    EXPECT_NE(sum_of(std::string(size, '\0')), sum_of(std::string(size + 1, '\0')));
  }
}

TEST(Checksum, NoticesSwappedAndZeroedBlocks) {
  const std::string text = text_of(3, 64 * 1024);
  const std::uint64_t whole = sum_of(text);
  std::size_t changes = 0;
  for (const std::size_t block : {8, 32, 512, 4096}) {
    for (std::size_t first = 0; first < 2 * block; first += block) {
      std::string zeroed = text;
      zeroed.replace(first, block, block, '\0');
      EXPECT_NE(sum_of(zeroed), whole);
      for (std::size_t second = first + block; second < text.size(); second += block) {
        std::string swapped = text;
        swapped.replace(first, block, text, second, block);
        swapped.replace(second, block, text, first, block);
        ASSERT_NE(sum_of(swapped), whole) << block << " bytes at " << first << " and " << second;
        ++changes;
      }
    }
  }
  EXPECT_GT(changes, 20'000U);
}

}  // namespace
}  // namespace heddle
