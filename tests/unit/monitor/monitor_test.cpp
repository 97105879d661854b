#include "monitor/monitor.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr ThreadId kOne{1};
constexpr ThreadId kOther{2};

// What is told of an execution with two threads.
class Told {
 public:
  Told() {
    monitor_.begin(true);
    for (const ThreadId thread : {kOne, kOther}) {
      monitor_.synchronise({.kind = SyncKind::kCreate, .thread = {0}, .other = thread, .object = 0, .site = {}});
    }
  }
  Told& writes(ThreadId thread, std::uintptr_t address, std::uint64_t site = 1) {
    monitor_.access({.thread = thread, .kind = AccessKind::kWrite, .address = address, .size = 4, .site = {site}});
    return *this;
  }
  Told& frees(ThreadId thread, std::uintptr_t address) {
    monitor_.access({.thread = thread, .kind = AccessKind::kFree, .address = address, .size = 16, .site = {9}});
    return *this;
  }
  Told& locks(ThreadId thread) {
    monitor_.synchronise({.kind = SyncKind::kLock, .thread = thread, .object = 64, .site = {}});
    return *this;
  }
  Told& calls(ThreadId thread, std::uint64_t function) {
    monitor_.call(thread, {function});
    return *this;
  }
  [[nodiscard]] std::uint64_t content() { return monitor_.finish().content; }
  [[nodiscard]] std::size_t conflicts() {
    (void)monitor_.finish();
    return monitor_.predict().size();
  }

 private:
  Monitor monitor_{[](ThreadId thread) { return ThreadName{100U + thread.value}; }};
};

TEST(Monitor, TheOrderOfThreadsIsNotPartOfTheContent) {
  const std::uint64_t content = Told().writes(kOne, 16).writes(kOne, 32).writes(kOther, 16).content();
  EXPECT_EQ(Told().writes(kOther, 16).writes(kOne, 16).writes(kOne, 32).content(), content);
  EXPECT_EQ(Told().locks(kOther).writes(kOther, 16).writes(kOne, 16).writes(kOne, 32).content(), content);
}

TEST(Monitor, WhatAThreadDoesIs) {
  const std::uint64_t content = Told().writes(kOne, 16).writes(kOne, 32).writes(kOther, 16).content();
  EXPECT_NE(Told().writes(kOne, 32).writes(kOne, 16).writes(kOther, 16).content(), content);
  EXPECT_NE(Told().writes(kOne, 16).writes(kOne, 32).content(), content);
  EXPECT_NE(Told().writes(kOne, 16, 2).writes(kOne, 32).writes(kOther, 16).content(), content);
  EXPECT_NE(Told().writes(kOther, 16).writes(kOther, 32).writes(kOne, 16).content(), content);
  EXPECT_NE(Told().calls(kOne, 7).writes(kOne, 16).writes(kOne, 32).writes(kOther, 16).content(), content);
}

// Accesses before and after it do not conflict.
TEST(Monitor, WhenMemoryEndsIsPartOfTheContent) {
  Told before;
  Told after;
  before.writes(kOne, 16).frees(kOne, 16).writes(kOther, 16);
  after.writes(kOther, 16).writes(kOne, 16).frees(kOne, 16);
  EXPECT_NE(before.content(), after.content());
  EXPECT_NE(Told().writes(kOne, 16).frees(kOne, 16).writes(kOther, 16).conflicts(),
            Told().writes(kOther, 16).writes(kOne, 16).frees(kOne, 16).conflicts());
}

TEST(Monitor, PredictsWhatItRecorded) {
  EXPECT_EQ(Told().writes(kOne, 16).writes(kOther, 16).conflicts(), 1U);
  EXPECT_EQ(Told().writes(kOne, 16).writes(kOther, 32).conflicts(), 0U);
  Monitor silent([](ThreadId thread) { return ThreadName{thread.value}; });
  silent.begin(false);
  silent.access({.thread = kOne, .kind = AccessKind::kWrite, .address = 16, .size = 4, .site = {1}});
  EXPECT_EQ(silent.finish().size, TraceSize());
  EXPECT_TRUE(silent.predict().empty());
}

}  // namespace
}  // namespace heddle
