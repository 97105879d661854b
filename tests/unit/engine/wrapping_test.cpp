// Controllers that wrap another: what it wants is wanted, and it is told what happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/moments.h"
#include "engine/recording_controller.h"
#include "engine/seam.h"
#include "engine/watcher.h"
#include "points.h"

namespace heddle {
namespace {

// Wants everything, and keeps what it is told.
class Demanding final : public Controller, public FindingSink, public ConflictFilter, public Stays {
 public:
  explicit Demanding(Watch watch) : watch_(watch) {}

  [[nodiscard]] Wants begin() override {
    ++begins;
    return {.watch = watch_, .seeks = sought, .sink = this, .conflicts = this, .stays = this};
  }
  [[nodiscard]] std::size_t choose(const ChoicePoint& /*point*/) override { return 1; }
  void observe(const Event& event) override { events.push_back(event.ordinal); }
  void end(const Ended& ended) override { ends.push_back(ended); }
  void report(const Fault& /*fault*/) override {}
  [[nodiscard]] bool matters(const RecordedExecution& /*recorded*/) override { return true; }
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& /*point*/) override { return 1; }
  void stayed_for(std::uint32_t /*points*/) override {}

  std::array<AccessDescriptor, 2> sought;
  int begins = 0;
  std::vector<std::uint64_t> events;
  std::vector<Ended> ends;

 private:
  Watch watch_;
};

// `least`: what the wrapper itself has to see.
void expect_handed_on(Controller& wrapper, Demanding& inner, Watch wanted, Watch least) {
  // A field that is new has to be added here.
  const auto [watch, seeks, sink, conflicts, stays] = wrapper.begin();
  EXPECT_EQ(inner.begins, 1);
  EXPECT_EQ(watch, std::max(wanted, least));
  EXPECT_EQ(seeks.data(), inner.sought.data());
  EXPECT_EQ(seeks.size(), inner.sought.size());
  EXPECT_EQ(sink, &inner);
  EXPECT_EQ(conflicts, &inner);
  EXPECT_EQ(stays, nullptr) << "the wrapper has to see every choice";

  EXPECT_EQ(wrapper.choose(Point{{0}, {1}}.number(0).last(0)), 1U);
  for (std::uint32_t ordinal = 0; ordinal < 2; ++ordinal) {
    Event event;
    event.ordinal = ordinal;
    wrapper.observe(event);
  }
  EXPECT_EQ(inner.events, (std::vector<std::uint64_t>{0, 1}));
  wrapper.end({.outcome = {.kind = OutcomeKind::kDeadlock}, .sought = 2});
  ASSERT_EQ(inner.ends.size(), 1U);
  EXPECT_EQ(inner.ends[0].outcome.kind, OutcomeKind::kDeadlock);
  EXPECT_EQ(inner.ends[0].sought, 2U);
}

constexpr std::array kAllWatches{Watch::kNothing, Watch::kEvents, Watch::kAccesses};

TEST(Wrapping, ARecordingForgetsNothing) {
  for (const Watch watch : kAllWatches) {
    Demanding inner(watch);
    std::array<Deviation, 1> storage{};
    RecordingController recording(inner, storage);
    expect_handed_on(recording, inner, watch, Watch::kNothing);
    EXPECT_EQ(recording.schedule().size(), 1U);
  }
}

TEST(Wrapping, ARecorderOfMomentsForgetsNothing) {
  for (const Watch watch : kAllWatches) {
    Demanding inner(watch);
    MomentRecorder recorder(inner);
    expect_handed_on(recorder, inner, watch, Watch::kEvents);
    EXPECT_EQ(recorder.moments.size(), 1U);
  }
}

}  // namespace
}  // namespace heddle
