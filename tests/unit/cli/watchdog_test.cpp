#include "cli/target/watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using Milliseconds = Watchdog::Milliseconds;

Watchdog::Sample sample(std::uint64_t heartbeat, int processor_time, int now, bool asleep) {
  return {heartbeat, Milliseconds(processor_time), Milliseconds(now), asleep};
}

TEST(Watchdog, ProcessorTimeWithoutAHeartbeatIsAHang) {
  Watchdog dog(Milliseconds(1000));
  EXPECT_FALSE(dog.is_stuck(sample(1, 5000, 0, false)));
  EXPECT_FALSE(dog.is_stuck(sample(1, 5900, 900, false)));
  EXPECT_TRUE(dog.is_stuck(sample(1, 6000, 1000, false)));
}

TEST(Watchdog, EveryHeartbeatStartsAnew) {
  Watchdog dog(Milliseconds(1000));
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(dog.is_stuck(sample(static_cast<std::uint64_t>(i), i * 900, i * 900, false)));
  }
}

TEST(Watchdog, SleepingIsAHangByTheClock) {
  Watchdog dog(Milliseconds(1000));
  EXPECT_FALSE(dog.is_stuck(sample(1, 0, 0, true)));
  EXPECT_FALSE(dog.is_stuck(sample(1, 0, 500, true)));
  EXPECT_TRUE(dog.is_stuck(sample(1, 0, 1000, true)));
}

TEST(Watchdog, SleepingThatIsInterruptedToLookAroundIsAHangToo) {
  Watchdog dog(Milliseconds(1000));
  EXPECT_FALSE(dog.is_stuck(sample(1, 0, 0, true)));
  for (int i = 1; i <= 11; ++i) {
    EXPECT_FALSE(dog.is_stuck(sample(1, i * 10, i * 100, true))) << i;
  }
  EXPECT_TRUE(dog.is_stuck(sample(1, 120, 1200, true)));
}

TEST(Watchdog, WaitingForAProcessorOrADebuggerIsNoHang) {
  Watchdog dog(Milliseconds(1000));
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(dog.is_stuck(sample(1, i, i * 900, false)));
  }
}

TEST(Watchdog, SeesThisProcess) {
  const auto self = sample_process(::getpid());
  ASSERT_TRUE(self);
  EXPECT_FALSE(self->asleep);
  volatile unsigned turns = 0;
  auto later = self;
  while (later->processor_time < self->processor_time + Milliseconds(50)) {
    for (int i = 0; i < 1'000'000; ++i) {
      turns = turns + 1;
    }
    later = sample_process(::getpid());
    ASSERT_TRUE(later);
  }
  EXPECT_GT(later->now, self->now);
  EXPECT_FALSE(sample_process(0x7ffffff0));
}

}  // namespace
}  // namespace heddle::cli
