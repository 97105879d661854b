// What the detectors keep their notes in.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "core/rng.h"
#include "core/vector_clock.h"
#include "detectors/atomic_table.h"
#include "detectors/crowds.h"
#include "detectors/epochs.h"
#include "detectors/shadow.h"
#include "detectors/sync_table.h"
#include "detectors/touched_bytes.h"

namespace heddle {
namespace {

TEST(Epochs, NumbersOfAThreadGrowAndAreItsOwn) {
  Epochs epochs;
  ASSERT_TRUE(epochs.begin());
  std::map<ThreadId, std::uint32_t> last;
  std::set<std::uint32_t> all;
  for (int round = 0; round < 200; ++round) {
    for (const ThreadId thread : {ThreadId{0}, ThreadId{3}, ThreadId{1}}) {
      const std::uint32_t number = epochs.make(thread);
      EXPECT_GT(number, last[thread]);
      EXPECT_TRUE(all.insert(number).second);
      EXPECT_EQ(epochs.owner(number), thread);
      EXPECT_FALSE(epochs.is_old(number));
      last[thread] = number;
    }
  }
}

TEST(Epochs, ThoseOfAnExecutionBeforeAreOld) {
  Epochs epochs;
  ASSERT_TRUE(epochs.begin());
  const std::uint32_t before = epochs.make({1});
  ASSERT_TRUE(epochs.begin());
  const std::uint32_t now = epochs.make({2});
  EXPECT_TRUE(epochs.is_old(before));
  EXPECT_FALSE(epochs.is_old(now));
  EXPECT_EQ(epochs.owner(now), ThreadId{2});
}

TEST(Epochs, RunOutBelowTheirLast) {
  Epochs epochs(200);
  ASSERT_TRUE(epochs.begin());
  std::uint32_t made = 0;
  for (std::uint32_t number = epochs.make({1}); number != 0; number = epochs.make({1})) {
    EXPECT_LT(number, 200U);
    ++made;
  }
  EXPECT_GT(made, 100U);
  EXPECT_EQ(epochs.make({1}), 0U);
  EXPECT_EQ(epochs.make({2}), 0U);
  EXPECT_FALSE(epochs.begin());
  epochs.restart();
  const std::uint32_t number = epochs.make({2});
  EXPECT_NE(number, 0U);
  EXPECT_EQ(epochs.owner(number), ThreadId{2});
  EXPECT_TRUE(epochs.begin());
}

TEST(Crowds, AreFoundInTheirExecutionOnly) {
  Crowds crowds;
  ASSERT_TRUE(crowds.begin());
  const std::uint32_t first = crowds.make();
  const std::uint32_t second = crowds.make();
  crowds.find(first)->push_back({.word = 7});
  EXPECT_TRUE(crowds.find(second)->empty());
  ASSERT_TRUE(crowds.begin());
  EXPECT_EQ(crowds.find(first), nullptr);
  EXPECT_EQ(crowds.find(second), nullptr);
  EXPECT_TRUE(crowds.find(crowds.make())->empty());
}

TEST(Crowds, ReleasedOnesAreUsedAgainEmpty) {
  Crowds crowds;
  ASSERT_TRUE(crowds.begin());
  const std::uint32_t first = crowds.make();
  crowds.find(first)->push_back({.word = 7});
  crowds.release(first);
  const std::uint32_t again = crowds.make();
  EXPECT_EQ(again, first);
  EXPECT_TRUE(crowds.find(again)->empty());
}

TEST(Crowds, BeginAnewWhenTheirNumbersAreUsedUp) {
  Crowds crowds(64);
  std::size_t executions = 0;
  for (; crowds.begin(); ++executions) {
    ASSERT_LT(executions, 64U);
    (void)crowds.make();
  }
  EXPECT_GT(executions, 16U);
  crowds.restart();
  EXPECT_TRUE(crowds.find(crowds.make())->empty());
  EXPECT_TRUE(crowds.begin());
}

TEST(Shadow, EveryWordHasACellOfItsOwn) {
  Shadow shadow;
  constexpr std::uintptr_t kPages = 3000;
  for (std::uintptr_t page = 0; page < kPages; ++page) {
    shadow.cell(page * 7 * Shadow::kPageBytes + 8).write = static_cast<std::uint32_t>(page + 1);
  }
  for (std::uintptr_t page = 0; page < kPages; ++page) {
    const std::uintptr_t address = page * 7 * Shadow::kPageBytes + 8;
    EXPECT_EQ(shadow.cell(address).write, page + 1);
    EXPECT_EQ(&shadow.cell(address + 3).write, &shadow.cell(address).write);
    EXPECT_EQ(&shadow.cell(address + 4).write, &shadow.cell(address).write + 1);
    EXPECT_EQ(&shadow.cell(address).read, &shadow.cell(address).write + 8);
    EXPECT_EQ(&shadow.cell(address + 3).read, &shadow.cell(address).read);
    EXPECT_EQ(shadow.directory()[address / Shadow::kChunkBytes] + address + address / 32 * 32,
              reinterpret_cast<std::uintptr_t>(&shadow.cell(address).write));
    EXPECT_EQ(shadow.cell(address + 4).write, 0U);
  }
  shadow.clear();
  for (std::uintptr_t page = 0; page < kPages; ++page) {
    EXPECT_EQ(shadow.cell(page * 7 * Shadow::kPageBytes + 8).write, 0U);
  }
}

TEST(Shadow, Masks) {
  EXPECT_EQ(Shadow::mask(100, 100, 104), 0xfU);
  EXPECT_EQ(Shadow::mask(100, 90, 200), 0xfU);
  EXPECT_EQ(Shadow::mask(100, 101, 103), 0x6U);
  EXPECT_EQ(Shadow::mask(100, 103, 110), 0x8U);
  EXPECT_EQ(Shadow::mask(100, 50, 101), 0x1U);
}

// The bytes that for_each visits, of words whose pages there are.
std::set<std::uintptr_t> visited(Shadow& shadow, std::uintptr_t address, std::size_t size) {
  std::set<std::uintptr_t> bytes;
  std::set<const std::uint32_t*> groups;
  shadow.for_each(
      address, size,
      [&groups](ShadowGroup group) {
        EXPECT_TRUE(groups.insert(group.notes).second);
        return false;
      },
      [&](ShadowCell cell, std::uintptr_t word, std::uint32_t mask) {
        EXPECT_EQ(&cell.write, &shadow.cell(word).write);
        EXPECT_EQ(&cell.read, &shadow.cell(word).read);
        for (unsigned byte = 0; byte < Shadow::kCellBytes; ++byte) {
          if ((mask >> byte & 1U) != 0) {
            EXPECT_TRUE(bytes.insert(word + byte).second);
          }
        }
        if (word % Shadow::kGroupBytes == 0) {
          const bool is_whole = word >= address && address + size - word >= Shadow::kGroupBytes;
          EXPECT_EQ(groups.contains(&cell.write), is_whole) << "of those that the range has all of";
        }
      });
  std::set<std::uintptr_t> rest;
  shadow.for_each(
      address, size, [](ShadowGroup /*group*/) { return true; },
      [&rest](ShadowCell /*cell*/, std::uintptr_t word, std::uint32_t /*mask*/) { rest.insert(word); });
  for (const std::uintptr_t word : rest) {
    const std::uintptr_t group = word & ~std::uintptr_t{Shadow::kGroupBytes - 1};
    EXPECT_TRUE(group < address || address + size - group < Shadow::kGroupBytes) << "only ends are seen by words";
  }
  return bytes;
}

bool is_empty(const ShadowGroup& group) {
  return std::all_of(group.notes, group.notes + 2 * ShadowGroup::kCells, [](std::uint32_t note) { return note == 0; });
}

TEST(Shadow, KnowsWhatIsTheSameInAGroup) {
  Shadow shadow;
  constexpr std::uintptr_t kBase = 64 * Shadow::kChunkBytes;
  (void)shadow.cell(kBase);
  const ShadowGroup group = Shadow::group_at(shadow.distance(kBase), kBase + 7);
  EXPECT_TRUE(is_empty(group) && group.is_uniform());
  for (std::size_t index = 0; index < ShadowGroup::kCells; ++index) {
    shadow.cell(kBase + 4 * index).read = 5;
    EXPECT_FALSE(is_empty(group));
    EXPECT_EQ(group.is_uniform(), index + 1 == ShadowGroup::kCells);
  }
  shadow.cell(kBase + 12).write = 1;
  EXPECT_FALSE(group.is_uniform());
  group.clear();
  EXPECT_TRUE(is_empty(group));
}

TEST(Shadow, VisitsTheBytesOfARange) {
  Shadow shadow;
  constexpr std::uintptr_t kBase = 64 * Shadow::kPageBytes;
  for (const std::uintptr_t page : {0, 1, 3}) {
    (void)shadow.cell(kBase + page * Shadow::kPageBytes);
  }
  std::set<std::uintptr_t> there;
  for (const std::uintptr_t page : {0, 1, 3}) {
    for (std::uintptr_t byte = 0; byte < Shadow::kPageBytes; ++byte) {
      there.insert(kBase + page * Shadow::kPageBytes + byte);
    }
  }
  const std::size_t sizes[] = {1, 2, 3, 5, 8, 1000, 4096, 8000, 20000, std::size_t{1} << 40U};
  for (const std::uintptr_t from : {0, 1, 6, 1022, 4096, 8191, 8192, 12290}) {
    for (const std::size_t size : sizes) {
      const std::set<std::uintptr_t> expected(there.lower_bound(kBase + from), there.lower_bound(kBase + from + size));
      EXPECT_EQ(visited(shadow, kBase + from, size), expected) << from << " " << size;
    }
  }
  // From far below, over all there is.
  EXPECT_EQ(visited(shadow, 5, std::size_t{1} << 40U), there);
  EXPECT_TRUE(visited(shadow, kBase, 0).empty());
}

TEST(SyncTable, ObjectsByAddress) {
  SyncTable table;
  table.begin();
  EXPECT_EQ(table.find(0x1000), nullptr);
  for (std::uint32_t index = 0; index < 1000; ++index) {
    table.at(0x1000 + index * 8).sent.set({0}, index + 1);
  }
  for (std::uint32_t index = 0; index < 1000; ++index) {
    ASSERT_NE(table.find(0x1000 + index * 8), nullptr);
    EXPECT_EQ(table.find(0x1000 + index * 8)->sent.of({0}), index + 1);
    EXPECT_EQ(table.find(0x1000 + index * 8 + 4), nullptr);
  }
  table.begin();
  EXPECT_EQ(table.find(0x1000), nullptr);
  EXPECT_TRUE(table.at(0x1000).sent.empty());
}

TEST(SyncTable, ForgetsWhatLiesInARange) {
  // A range smaller, and one greater, than there are objects.
  for (const std::uintptr_t distance : {std::uintptr_t{1}, std::uintptr_t{64}}) {
    SyncTable table;
    table.begin();
    for (std::uint32_t index = 0; index < 20; ++index) {
      SyncObject& object = table.at(0x1000 + index * distance);
      for (VectorClock* clock : {&object.released, &object.shared, &object.sent}) {
        clock->set({1}, 7);
      }
    }
    table.forget(0x1000 + 5 * distance, 4 * distance);
    for (std::uint32_t index = 0; index < 20; ++index) {
      const SyncObject* object = table.find(0x1000 + index * distance);
      ASSERT_NE(object, nullptr);
      const bool is_forgotten = index >= 5 && index < 9;
      for (const VectorClock* clock : {&object->released, &object->shared, &object->sent}) {
        EXPECT_EQ(clock->empty(), is_forgotten) << index;
      }
    }
  }
}

TEST(SyncTable, CountsTheMemoryOfItsClocks) {
  SyncTable table;
  table.begin();
  SyncObject& object = table.at(0x1000);
  const std::size_t before = table.bytes();
  for (VectorClock* clock : {&object.released, &object.shared, &object.sent}) {
    clock->set({999}, 7);
  }
  EXPECT_GE(table.bytes(), before + std::size_t{3} * 1000 * sizeof(std::uint32_t));
}

// By what every byte was written by last.
TEST(AtomicTable, SequencesByByte) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    AtomicTable table;
    table.begin();
    std::map<std::uintptr_t, std::array<VectorClock, 4>> bytes;  // by the thread that has published it
    for (std::uint32_t step = 1; step < 60; ++step) {
      const MemoryRange range{.address = 0x1000 + rng.below(60), .size = 1 + rng.below(20)};
      VectorClock known;
      const auto writer = static_cast<std::uint16_t>(rng.below(4));
      known.set({writer}, step);
      VectorClock all = known;
      std::array<VectorClock, 4> published;
      for (std::uintptr_t byte = range.address; byte < range.address + range.size; ++byte) {
        for (std::size_t thread = 0; thread < 4; ++thread) {
          all.join(bytes[byte][thread]);
          published[thread].join(bytes[byte][thread]);
        }
      }
      VectorClock read = known;
      table.read(range, read);
      for (std::uint16_t thread = 0; thread < 4; ++thread) {
        ASSERT_EQ(read.of({thread}), all.of({thread}));
      }
      const std::uint32_t what = rng.below(4);
      if (what == 0) {
        table.forget(range);
        published.fill({});
      } else if (what == 1) {
        table.update(range, {writer}, known);
        published[writer].join(known);
      } else {
        const bool goes_on = what == 2;
        table.store(range, {writer}, known, goes_on);
        VectorClock own = known;
        if (goes_on) {
          own.join(published[writer]);
        }
        published.fill({});
        published[writer] = own;
      }
      for (std::uintptr_t byte = range.address; byte < range.address + range.size; ++byte) {
        bytes[byte] = published;
      }
    }
  }
}

// Against a set of bytes.
TEST(TouchedBytes, CountsEveryByteOnce) {
  TouchedBytes touched;
  touched.begin();
  std::set<std::uintptr_t> bytes;
  const std::size_t sizes[] = {1, 2, 8, 16, 63, 64, 65, 200, 5000};
  for (const std::uintptr_t from : {4090, 4096, 60, 63, 64, 127, 8191, 20000, 20001}) {
    for (const std::size_t size : sizes) {
      touched.access({.thread = {1}, .kind = AccessKind::kWrite, .address = from, .size = size, .site = {}});
      for (std::uintptr_t byte = from; byte < from + size; ++byte) {
        bytes.insert(byte);
      }
      EXPECT_EQ(touched.count(), bytes.size()) << from << " " << size;
    }
  }
  touched.access({.thread = {1}, .kind = AccessKind::kRead, .address = 100'000, .size = 0, .site = {}});
  touched.access({.thread = {1}, .kind = AccessKind::kFree, .address = 100'000, .size = 64, .site = {}});
  EXPECT_EQ(touched.count(), bytes.size());
  touched.begin();
  EXPECT_EQ(touched.count(), 0U);
  touched.access({.thread = {1}, .kind = AccessKind::kRead, .atomic = true, .address = 4096, .size = 8, .site = {}});
  EXPECT_EQ(touched.count(), 8U);
}

TEST(VectorClock, JoinsThreadByThread) {
  VectorClock one;
  VectorClock other;
  one.set({0}, 5);
  one.set({2}, 1);
  other.set({0}, 3);
  other.set({4}, 9);
  one.join(other);
  EXPECT_EQ(one.of({0}), 5U);
  EXPECT_EQ(one.of({1}), 0U);
  EXPECT_EQ(one.of({2}), 1U);
  EXPECT_EQ(one.of({4}), 9U);
  EXPECT_EQ(one.of({100}), 0U);
  other.assign(one);
  EXPECT_EQ(other.of({2}), 1U);
  one.clear();
  EXPECT_TRUE(one.empty());
  EXPECT_EQ(one.of({4}), 0U);
}

}  // namespace
}  // namespace heddle
