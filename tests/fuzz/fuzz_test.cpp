// What the fuzzer finds once stays found: every input that ever ended a reader badly, the seeds, and some forgeries
// drawn from a fixed seed.
#include <gtest/gtest.h>

#include <ostream>

#include "format.h"
#include "found.h"

namespace heddle::fuzz {

void PrintTo(const Format& format, std::ostream* to) { *to << format.name; }

namespace {

class Fuzz : public testing::TestWithParam<Format> {
 protected:
  // Options and help are printed.
  Fuzz() {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
  }
  ~Fuzz() override {
    (void)testing::internal::GetCapturedStdout();
    (void)testing::internal::GetCapturedStderr();
  }
};

TEST_P(Fuzz, SeedsAreRead) {
  for (const std::string& seed : GetParam().seeds()) {
    EXPECT_TRUE(GetParam().read(seed)) << seed;
    EXPECT_TRUE(GetParam().read(GetParam().made_whole(seed))) << seed;
  }
}

TEST_P(Fuzz, ForgeriesAreRefusedOrRead) {
  constexpr int kForgeries = 400;
  Rng rng(20);
  std::string input;
  int taken = 0;
  for (int forgery = 0; forgery < kForgeries; ++forgery) {
    input = forged(GetParam(), rng.below(8) == 0 ? "" : input, rng);
    taken += GetParam().read(input) ? 1 : 0;
  }
  // Both, or they try nothing.
  EXPECT_GT(taken, 0);
  EXPECT_LT(taken, kForgeries);
}

TEST_P(Fuzz, WhatWasFoundStaysMended) {
  for (const Found& found : found_inputs()) {
    if (found.format == GetParam().name) {
      (void)GetParam().read(GetParam().made_whole(found.input));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Fuzz, testing::ValuesIn(formats().begin(), formats().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace heddle::fuzz
