// What is recorded of an execution, and what comes of it at its end.
#include "detectors/detector_set.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace heddle {
namespace {

class Filter final : public ConflictFilter {
 public:
  explicit Filter(bool lets_through) : lets_through_(lets_through) {}
  [[nodiscard]] bool matters(const RecordedExecution& recorded) override {
    asked.push_back(recorded);
    return lets_through_;
  }
  std::vector<RecordedExecution> asked;

 private:
  bool lets_through_;
};

class Suspects final : public FindingSink {
 public:
  void report(const Fault& /*fault*/) override {}
  void suspect(const Suspect& /*suspect*/) override { ++count; }
  std::size_t count = 0;
};

ThreadName name_of(ThreadId thread) { return {100U + thread.value}; }

// Two threads write to the same bytes. How many suspects that makes.
std::size_t execute(DetectorSet& detectors, ConflictFilter* conflicts) {
  Suspects sink;
  detectors.begin(sink, conflicts);
  for (const ThreadId thread : {ThreadId{1}, ThreadId{2}}) {
    detectors.synchronise({.kind = SyncKind::kCreate, .thread = {0}, .other = thread, .site = {}});
    detectors.access(
        {.thread = thread, .kind = AccessKind::kWrite, .address = 64, .size = 4, .site = {thread.value + 1U}});
  }
  EXPECT_EQ(sink.count, 0U) << "before the end";
  detectors.end();
  return sink.count;
}

TEST(DetectorSet, ConflictsAreSuspectsIfTheFilterLetsThemThrough) {
  DetectorSet detectors(kMonitor, Surroundings::kBySite, name_of);
  for (const bool lets_through : {true, false, true}) {
    Filter filter(lets_through);
    EXPECT_EQ(execute(detectors, &filter), lets_through ? 1U : 0U);
    ASSERT_EQ(filter.asked.size(), 1U);
    EXPECT_EQ(filter.asked[0].size.accesses, 2U);
  }
}

TEST(DetectorSet, NothingIsRecordedThatNobodyWants) {
  DetectorSet detectors(kMonitor, Surroundings::kBySite, name_of);
  EXPECT_EQ(execute(detectors, nullptr), 0U);
  DetectorSet without_monitor(kHappensBefore);
  Filter filter(true);
  EXPECT_EQ(execute(without_monitor, &filter), 0U);
  EXPECT_TRUE(filter.asked.empty());
}

}  // namespace
}  // namespace heddle
