#include "runtime/program/point_set.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "fakes.h"
#include "refused.h"
#include "runtime/machine/link.h"
#include "runtime/program/heap.h"

namespace heddle::runtime {
namespace {

class PointSetTest : public fakes::RuntimeTest {
 protected:
  PointSetTest() {
    set_points(Points::kShared, {}, true);
    begin_noting();
  }
  // What the tests leave behind in the set has names that no other test uses.
  ~PointSetTest() override { (void)grow_point_set(); }

  // Memory that no test has used: sixteen bytes.
  static std::uintptr_t new_memory() {
    static std::uintptr_t next = kMappingsLow;
    return next += 16;
  }
  bool read(const Thread& self, std::uintptr_t address, std::size_t size = 1) {
    run(self);
    return is_visible_access(address, size, false);
  }
  bool write(const Thread& self, std::uintptr_t address, std::size_t size = 1) {
    run(self);
    return is_visible_access(address, size, true);
  }
  static std::uint64_t bytes_of(std::uintptr_t granule) {
    std::uint64_t bytes = 0;
    for (const segment::Cell& cell : newly_shared_cells()) {
      bytes |= cell.object == object_of(reinterpret_cast<const void*>(granule)).value ? cell.bytes : 0;
    }
    return bytes;
  }

  Thread& main_thread = thread({0});
  Thread& other = add_thread();
};

TEST_F(PointSetTest, AWriteAndAReadOfTwoThreadsMakeTheByteShared) {
  const std::uintptr_t memory = new_memory();
  EXPECT_FALSE(write(main_thread, memory + 3));
  EXPECT_FALSE(read(other, memory + 3));
  EXPECT_EQ(bytes_of(memory), 1U << 3U);
  EXPECT_TRUE(grow_point_set());
  begin_noting();
  EXPECT_TRUE(write(main_thread, memory + 3));
  EXPECT_TRUE(read(other, memory + 3));
  EXPECT_FALSE(read(other, memory + 2)) << "cells are bytes";
  EXPECT_TRUE(read(other, memory, 8));
  EXPECT_FALSE(grow_point_set()) << "it is known";
}

TEST_F(PointSetTest, TwoReadsDoNot) {
  const std::uintptr_t memory = new_memory();
  read(main_thread, memory, 8);
  read(other, memory, 8);
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(PointSetTest, AccessesOfOneThreadDoNot) {
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory, 8);
  read(main_thread, memory, 8);
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(PointSetTest, NeighbouringBytesAreCellsOfTheirOwn) {
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory, 4);
  write(other, memory + 4, 4);
  EXPECT_TRUE(newly_shared_cells().empty());
  write(other, memory + 2, 4);
  EXPECT_EQ(bytes_of(memory), 0b1100U);
}

TEST_F(PointSetTest, AnAccessAcrossGranulesConcernsBoth) {
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory + 6, 4);
  write(other, memory, 16);
  EXPECT_EQ(bytes_of(memory), 0b1100'0000U);
  EXPECT_EQ(bytes_of(memory + 8), 0b11U);
}

TEST_F(PointSetTest, CreationAndJoiningOrder) {
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory);
  note_creation(main_thread.id, other.id);
  write(other, memory);
  note_join(main_thread.id, other.id);
  write(main_thread, memory);
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(PointSetTest, WhatIsDoneAfterTheCreationIsNotOrdered) {
  const std::uintptr_t memory = new_memory();
  note_creation(main_thread.id, other.id);
  write(main_thread, memory);
  write(other, memory);
  EXPECT_EQ(bytes_of(memory), 1U);
}

TEST_F(PointSetTest, AtomicAccessesConflictWithPlainOnesAlone) {
  const std::uintptr_t memory = new_memory();
  run(main_thread);
  note_atomic_access(memory, 4, true);
  run(other);
  note_atomic_access(memory, 4, true);
  EXPECT_TRUE(newly_shared_cells().empty());
  read(other, memory);
  EXPECT_EQ(bytes_of(memory), 1U);
}

TEST_F(PointSetTest, AllAndSynchronisationAloneNeedNoCells) {
  const std::uintptr_t memory = new_memory();
  set_points(Points::kAll, {}, true);
  EXPECT_TRUE(read(main_thread, memory));
  EXPECT_TRUE(is_visible_free(memory, 8));
  set_points(Points::kSync, {}, true);
  EXPECT_FALSE(read(main_thread, memory));
  EXPECT_FALSE(write(other, memory));
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(PointSetTest, ASetThatDoesNotGrowNotesNothing) {
  const std::uintptr_t memory = new_memory();
  const segment::Cell known{.object = object_of(reinterpret_cast<const void*>(memory)).value, .bytes = 1};
  set_points(Points::kShared, {&known, 1}, false);
  begin_noting();
  EXPECT_TRUE(write(main_thread, memory));
  EXPECT_FALSE(write(main_thread, memory + 1));
  write(other, memory + 1);
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(PointSetTest, WhatGrowsLiesInTheSegmentBehindWhatWasThere) {
  worker_segment().result.hunt.cell_count.store(5);
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory);
  write(other, memory);
  ASSERT_TRUE(grow_point_set());
  EXPECT_EQ(worker_segment().result.hunt.cell_count.load(), 6U);
  EXPECT_EQ(segment::cells(&worker_segment())[5],
            (segment::Cell{.object = object_of(reinterpret_cast<const void*>(memory)).value, .bytes = 1}));
}

TEST_F(PointSetTest, CellsOfOtherProcessesAreMembersAfterTheNextGrowth) {
  const std::uintptr_t memory = new_memory();
  const segment::Cell noted{.object = object_of(reinterpret_cast<const void*>(memory)).value, .bytes = 4};
  note_shared({&noted, 1});
  EXPECT_FALSE(read(main_thread, memory + 2));
  EXPECT_TRUE(grow_point_set());
  begin_noting();
  EXPECT_TRUE(read(main_thread, memory + 2));
}

TEST_F(PointSetTest, MoreCellsThanThereIsRoomForAreRefused) {
  worker_segment().result.hunt.cell_count.store(segment::kCellCapacity - 1);
  const std::uintptr_t memory = new_memory();
  write(main_thread, memory);
  write(other, memory);
  const std::uintptr_t another = new_memory();
  const segment::Cell more{.object = object_of(reinterpret_cast<const void*>(another)).value, .bytes = 1};
  note_shared({&more, 1});
  EXPECT_UNSUPPORTED((void)grow_point_set(), "more shared memory cells than a point set can hold");
  worker_segment().result.hunt.cell_count.store(0);
}

TEST_F(PointSetTest, ManyCellsAreKeptApart) {
  std::vector<segment::Cell> cells;
  std::vector<std::uintptr_t> memory;
  for (int count = 0; count < 5000; ++count) {
    memory.push_back(new_memory());
    cells.push_back({.object = object_of(reinterpret_cast<const void*>(memory.back())).value,
                     .bytes = std::uint64_t{1} << (count % 8)});
  }
  add_points(cells);
  begin_noting();
  for (int count = 0; count < 5000; ++count) {
    for (int byte = 0; byte < 8; ++byte) {
      ASSERT_EQ(read(main_thread, memory[count] + byte), byte == count % 8) << count;
    }
  }
}

TEST_F(PointSetTest, AStackOfAnotherThreadIsOtherMemory) {
  const std::uintptr_t address = kStacksLow + 64 * kPageSize;
  fakes::world.stack_slots[page_down(address)] = 3;
  state().slot_thread[3] = 1;
  write(main_thread, address);
  state().slot_thread[3] = 2;
  write(other, address);
  EXPECT_TRUE(newly_shared_cells().empty());
  write(main_thread, address);
  EXPECT_EQ(bytes_of(address), 1U);
}

// Heap blocks.

class HeapPointsTest : public PointSetTest {
 protected:
  // A block with a name that no other test uses.
  std::uintptr_t allocate(Thread& self, std::size_t size) {
    static std::uint32_t made = 0;
    run(self);
    self.allocations = ++made;
    return reinterpret_cast<std::uintptr_t>(heap_allocate(size, 16, &self));
  }
};

TEST_F(HeapPointsTest, WhoeverTakesABlockOverSharesNothing) {
  const std::uintptr_t block = allocate(main_thread, 64);
  write(main_thread, block, 8);
  heap_free(reinterpret_cast<void*>(block));
  ASSERT_EQ(allocate(other, 64), block);
  write(other, block, 8);
  EXPECT_TRUE(newly_shared_cells().empty());
}

TEST_F(HeapPointsTest, FreeingCountsAsWritingAllOfIt) {
  const std::uintptr_t block = allocate(main_thread, 64);
  read(other, block + 40, 4);
  run(main_thread);
  EXPECT_FALSE(is_visible_free(block, 64));
  EXPECT_EQ(bytes_of(block + 40), 0b1111U);
  EXPECT_EQ(bytes_of(block), std::uint64_t{1} << 8U) << "the end of the block, not the cell there";
  EXPECT_TRUE(grow_point_set());
  begin_noting();
  EXPECT_TRUE(is_visible_free(block, 64));
}

TEST_F(HeapPointsTest, TheEndOfALargeBlockLikewise) {
  const std::uintptr_t block = allocate(main_thread, std::size_t{1} << 20U);
  read(other, block + 70'000, 1);
  run(main_thread);
  EXPECT_FALSE(is_visible_free(block, std::size_t{1} << 20U));
  EXPECT_EQ(bytes_of(block + 70'000), 1U);
}

TEST_F(HeapPointsTest, ThePrimitiveInABlockMakesItsEndVisible) {
  const std::uintptr_t block = allocate(main_thread, 64);
  note_primitive(block + 16);
  EXPECT_TRUE(grow_point_set());
  EXPECT_TRUE(is_visible_free(block, 64));
  note_primitive(block + 16);
  EXPECT_TRUE(newly_shared_cells().empty()) << "it is known";
}

// Against all pairs of accesses, and what each thread knows of the others.
struct Done {
  std::size_t thread;
  std::size_t ordinal;
  std::uintptr_t byte;
  bool writes;
  bool atomic;
};

class Reference {
 public:
  explicit Reference(std::size_t threads)
      : known_(threads, std::vector<std::size_t>(threads, 0)), counts_(threads, 0) {}

  void create(std::size_t parent, std::size_t child) {
    known_[child] = known_[parent];
    known_[child][parent] = counts_[parent];
  }
  void join(std::size_t joiner, std::size_t ended) {
    for (std::size_t index = 0; index < counts_.size(); ++index) {
      known_[joiner][index] = std::max(known_[joiner][index], known_[ended][index]);
    }
    known_[joiner][ended] = counts_[ended];
  }
  void access(std::size_t thread, std::uintptr_t address, std::size_t size, bool writes, bool atomic) {
    ++counts_[thread];
    for (std::uintptr_t byte = address; byte < address + size; ++byte) {
      for (const Done& other : done_) {
        if (other.byte == byte && other.thread != thread && known_[thread][other.thread] < other.ordinal &&
            (writes || other.writes) && !(atomic && other.atomic)) {
          shared_[byte / 8 * 8] |= std::uint64_t{1} << (byte % 8);
        }
      }
      done_.push_back({.thread = thread, .ordinal = counts_[thread], .byte = byte, .writes = writes, .atomic = atomic});
    }
  }
  [[nodiscard]] const std::map<std::uintptr_t, std::uint64_t>& shared() const { return shared_; }

 private:
  std::vector<std::vector<std::size_t>> known_;
  std::vector<std::size_t> counts_;
  std::vector<Done> done_;
  std::map<std::uintptr_t, std::uint64_t> shared_;
};

class RandomPointsTest : public PointSetTest {
 protected:
  static constexpr std::size_t kThreads = 8;  // more than a granule has room for by itself

  void execute(std::mt19937& random, std::uintptr_t memory, Reference& reference) {
    std::vector<std::size_t> alive = {0};
    std::size_t made = 1;
    for (int step = 0; step < 120; ++step) {
      const std::size_t self = alive[random() % alive.size()];
      const unsigned what = random() % 10;
      if (what == 0 && made < kThreads) {
        note_creation(thread_of(self).id, thread_of(made).id);
        reference.create(self, made);
        alive.push_back(made++);
      } else if (what == 1 && alive.size() > 2 && self != alive.back()) {
        note_join(thread_of(self).id, thread_of(alive.back()).id);
        reference.join(self, alive.back());
        alive.pop_back();
      } else {
        access_any(random, self, memory, reference);
      }
    }
  }

 private:
  static Thread& thread_of(std::size_t index) { return thread({static_cast<std::uint16_t>(index)}); }
  void access_any(std::mt19937& random, std::size_t self, std::uintptr_t memory, Reference& reference) {
    const std::uintptr_t address = memory + random() % 24;
    const std::size_t size = random() % 8 + 1;
    const bool writes = random() % 3 == 0;
    const bool atomic = random() % 3 == 0;
    reference.access(self, address, size, writes, atomic);
    run(thread_of(self));
    if (atomic) {
      note_atomic_access(address, size, writes);
    } else {
      (void)is_visible_access(address, size, writes);
    }
  }
};

TEST_F(RandomPointsTest, SharedBytesAreThoseOfAllPairsOfAccesses) {
  std::mt19937 random(17);
  while (state().thread_count < kThreads) {
    add_thread();
  }
  std::size_t all = 0;
  for (int round = 0; round < 150; ++round) {
    const std::uintptr_t memory = new_memory();
    new_memory();
    begin_noting();
    Reference reference(kThreads);
    execute(random, memory, reference);
    for (std::uintptr_t granule = memory; granule < memory + 32; granule += 8) {
      const auto found = reference.shared().find(granule);
      const std::uint64_t wanted = found == reference.shared().end() ? 0 : found->second;
      ASSERT_EQ(bytes_of(granule), wanted) << "round " << round << ", granule " << (granule - memory) / 8;
      all += wanted != 0 ? 1 : 0;
    }
    (void)grow_point_set();
    worker_segment().result.hunt.cell_count.store(0);
  }
  EXPECT_GT(all, 150U) << "there was something to compare";
}

}  // namespace
}  // namespace heddle::runtime
