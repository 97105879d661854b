#include "engine/event_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace heddle {
namespace {

Event sample() {
  Event event;
  event.thread = {1};
  event.thread_name = {11};
  event.ordinal = 3;
  event.operation = {.kind = OperationKind::kWrite, .size = 4, .site = {21}, .object = {31}};
  return event;
}

std::uint64_t hash_of(const std::vector<Event>& events) {
  EventHash hash;
  for (const Event& event : events) {
    hash.add(event);
  }
  return hash.value();
}

TEST(EventHash, CoversWhatIdentifiesAnEvent) {
  std::vector<Event> events(7, sample());
  events[1].thread_name = {12};
  events[2].ordinal = 4;
  events[3].operation.site = {22};
  events[4].operation.kind = OperationKind::kRead;
  events[5].operation.object = {32};
  events[6].variant = 1;
  std::set<std::uint64_t> hashes;
  for (const Event& event : events) {
    hashes.insert(hash_of({event}));
  }
  EXPECT_EQ(hashes.size(), events.size());
}

TEST(EventHash, NeverCoversWhatDiffersBetweenProcesses) {
  Event other = sample();
  other.operation.address = 0x7fff12345678;
  other.thread = {9};  // numbers depend on the order of creation
  EXPECT_EQ(hash_of({sample()}), hash_of({other}));
}

TEST(EventHash, DependsOnTheOrder) {
  Event other = sample();
  other.thread_name = {12};
  EXPECT_NE(hash_of({sample(), other}), hash_of({other, sample()}));
}

TEST(EventHash, DependsOnTheNumber) {
  EXPECT_NE(hash_of({}), hash_of({sample()}));
  EXPECT_NE(hash_of({sample()}), hash_of({sample(), sample()}));
  EXPECT_NE(hash_of({Event{}}), hash_of({Event{}, Event{}}));
}

// A difference stays, however long the executions then do the same.
TEST(EventHash, ADifferenceIsNeverForgotten) {
  EventHash left;
  EventHash right;
  Event other = sample();
  other.variant = 1;
  left.add(sample());
  right.add(other);
  for (int repetition = 0; repetition < 100'000; ++repetition) {
    left.add(sample());
    right.add(sample());
    ASSERT_NE(left.value(), right.value());
  }
}

// Small numbers everywhere, as in small programs: 100,000 hashes of 64 bits have a common pair with odds of 3e-10.
TEST(EventHash, SmallValuesDoNotCollide) {
  std::set<std::uint64_t> hashes;
  for (std::uint64_t name = 0; name < 10; ++name) {
    for (std::uint32_t ordinal = 0; ordinal < 10; ++ordinal) {
      for (std::uint64_t site = 0; site < 10; ++site) {
        for (std::uint64_t object = 0; object < 10; ++object) {
          for (int kind = 0; kind < 10; ++kind) {
            Event event;
            event.thread_name = {name};
            event.ordinal = ordinal;
            event.operation = {.kind = static_cast<OperationKind>(kind), .site = {site}, .object = {object}};
            hashes.insert(hash_of({event}));
          }
        }
      }
    }
  }
  EXPECT_EQ(hashes.size(), 100'000U);
}

// It stands in files and is compared across builds: it must never change.
TEST(EventHash, ValueIsFixed) {
  EXPECT_EQ(hash_of({}), 0x2848d6a4a7b28bc1ULL);
  EXPECT_EQ(hash_of({sample()}), 0x13517b76d54a757cULL);
}

}  // namespace
}  // namespace heddle
