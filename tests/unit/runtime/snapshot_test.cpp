#include "runtime/reset/snapshot.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "fakes.h"
#include "refused.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/page_tracking.h"
#include "runtime/program/heap.h"

namespace heddle::runtime {
namespace {

// Memory of a pretended program.
class Pages {
 public:
  explicit Pages(std::size_t count)
      : start_(static_cast<unsigned char*>(mmap(nullptr, count * kPageSize, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))),
        count_(count) {}
  ~Pages() { munmap(start_, count_ * kPageSize); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] unsigned char* page(std::size_t index) const { return start_ + index * kPageSize; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Mapping mapping() const {
    const auto low = reinterpret_cast<std::uintptr_t>(start_);
    return {.low = low, .high = low + count_ * kPageSize, .anonymous = true};
  }
  [[nodiscard]] std::vector<unsigned char> content() const { return {start_, start_ + count_ * kPageSize}; }

 private:
  unsigned char* start_;
  std::size_t count_;
};

// With the kernel's page scan where it has one, and by comparison.
enum class How : std::uint8_t { kCompared, kTracked };

// Tracking lasts for the rest of the process: in one of its own, which says by its exit code how it went.
template <typename Check>
[[noreturn]] void check_in_child(const Check& check) {
  _exit(check() ? 0 : 1);
}

bool can_track() {
  const pid_t child = fork();
  if (child == 0) {
    check_in_child(open_page_tracking);
  }
  int status = -1;
  return waitpid(child, &status, 0) == child && status == 0;
}

class SnapshotTest : public fakes::RuntimeTest, public ::testing::WithParamInterface<How> {
 protected:
  SnapshotTest() { map_heap(); }
  void SetUp() override {
    if (GetParam() == How::kTracked && !can_track()) {
      GTEST_SKIP() << "the kernel does not tell which pages were written";
    }
  }
  template <typename Check>
  void expect(const Check& check) {
    EXPECT_EXIT(check_in_child([&] { return (GetParam() == How::kCompared || enable_write_tracking()) && check(); }),
                ::testing::ExitedWithCode(0), "");
  }
};

INSTANTIATE_TEST_SUITE_P(Both, SnapshotTest, ::testing::Values(How::kCompared, How::kTracked),
                         [](const auto& tested) { return tested.param == How::kTracked ? "Tracked" : "Compared"; });

// The mappings that every program has, and these.
void use(std::vector<Mapping> more) {
  fakes::world.mappings = {
      {.low = kHeapTableLow, .high = kHeapTableLow + (std::uintptr_t{128} << 20U), .anonymous = true},
      {.low = kHeapLow, .high = kHeapLow + kHeapSize, .anonymous = true},
      {.low = kPoolHeapLow, .high = kPoolHeapLow + kPoolHeapSize, .anonymous = true},
      {.low = kBlocksLow, .high = kBlocksLow + kBlocksSize, .anonymous = true}};
  fakes::world.mappings.insert(fakes::world.mappings.end(), more.begin(), more.end());
  std::ranges::sort(fakes::world.mappings, {}, &Mapping::low);
}
void use(std::initializer_list<const Pages*> all) {
  std::vector<Mapping> mappings;
  for (const Pages* pages : all) {
    mappings.push_back(pages->mapping());
  }
  use(mappings);
}

TEST_P(SnapshotTest, WhatWasWrittenIsPutBack) {
  expect([] {
    const Pages pages(8);
    std::memset(pages.page(1), 1, kPageSize);
    pages.page(2)[5] = 7;
    use({&pages});
    take_snapshot();
    const std::vector<unsigned char> before = pages.content();
    for (int round = 0; round < 3; ++round) {  // also when it was put back before
      pages.page(1)[0] = 9;
      pages.page(2)[4095] = 9;
      pages.page(6)[100] = 9;  // was never touched
      restore_snapshot();
      if (pages.content() != before) {
        return false;
      }
    }
    return true;
  });
}

TEST_P(SnapshotTest, OnlyTouchedPagesAreCopied) {
  expect([] {
    use(std::vector<Mapping>{});
    take_snapshot();
    const std::size_t others = snapshot_bytes();
    const Pages pages(1000);
    pages.page(0)[0] = 1;
    pages.page(999)[0] = 1;
    use({&pages});
    take_snapshot();
    const std::size_t once = snapshot_bytes();
    pages.page(500)[0] = 1;
    take_snapshot();  // takes the place of the other
    return once == others + 2 * kPageSize && snapshot_bytes() == others + 3 * kPageSize;
  });
}

TEST_P(SnapshotTest, LongUntouchedRangesAreZeroAgain) {
  expect([] {
    const Pages pages(300);
    pages.page(0)[0] = 1;
    use({&pages});
    take_snapshot();
    const std::vector<unsigned char> before = pages.content();
    std::memset(pages.page(10), 5, 200 * kPageSize);
    restore_snapshot();
    return pages.content() == before;
  });
}

TEST_P(SnapshotTest, EverySecondOfManyPagesIsPutBack) {
  expect([] {
    const Pages pages(20'000);  // more ranges than the kernel tells at once
    for (std::size_t page = 0; page < pages.count(); page += 4) {
      pages.page(page)[1] = 1;
    }
    use({&pages});
    take_snapshot();
    for (std::size_t page = 0; page < pages.count(); page += 2) {
      pages.page(page)[1] = 2;
    }
    restore_snapshot();
    for (std::size_t page = 0; page < pages.count(); ++page) {
      if (pages.page(page)[1] != (page % 4 == 0 ? 1 : 0)) {
        return false;
      }
    }
    return true;
  });
}

TEST_P(SnapshotTest, SeveralMappingsAreEachPutBack) {
  expect([] {
    const Pages one(3);
    const Pages gap(3);
    const Pages other(100);
    one.page(0)[0] = other.page(50)[0] = 1;
    use({&one, &other});
    take_snapshot();
    one.page(0)[0] = one.page(2)[7] = other.page(50)[0] = other.page(99)[7] = gap.page(1)[0] = 2;
    restore_snapshot();
    return one.page(0)[0] == 1 && one.page(2)[7] == 0 && other.page(50)[0] == 1 && other.page(99)[7] == 0 &&
           gap.page(1)[0] == 2;
  });
}

TEST_P(SnapshotTest, ContentOfFilesIsPutBack) {
  expect([] {
    const int file = memfd_create("file", 0);
    std::vector<unsigned char> content(3 * kPageSize, 'f');
    if (pwrite(file, content.data(), content.size(), 0) != static_cast<ssize_t>(content.size())) {
      return false;
    }
    auto* start =
        static_cast<unsigned char*>(mmap(nullptr, content.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0));
    const auto low = reinterpret_cast<std::uintptr_t>(start);
    use(std::vector{Mapping{.low = low, .high = low + content.size(), .anonymous = false}});
    take_snapshot();
    start[0] = start[2 * kPageSize] = 'x';
    restore_snapshot();
    return std::equal(content.begin(), content.end(), start);
  });
}

TEST_P(SnapshotTest, RandomWritesAreUndone) {
  expect([] {
    std::mt19937 random(5);
    const Pages pages(257);
    for (int count = 0; count < 100; ++count) {
      pages.page(random() % 257)[random() % kPageSize] = static_cast<unsigned char>(random());
    }
    use({&pages});
    take_snapshot();
    const std::vector<unsigned char> before = pages.content();
    for (int round = 0; round < 20; ++round) {
      for (unsigned count = random() % 400; count > 0; --count) {
        pages.page(random() % 257)[random() % kPageSize] = static_cast<unsigned char>(random());
      }
      restore_snapshot();
      if (pages.content() != before) {
        return false;
      }
    }
    return true;
  });
}

TEST_P(SnapshotTest, TheHeapBeginsAnew) {
  expect([] {
    use(std::vector<Mapping>{});
    (void)heap_allocate(100, 16, nullptr);
    take_snapshot();
    const auto run = [] {
      std::vector<void*> blocks;
      for (std::size_t count = 1; count < 400; ++count) {
        void* block = heap_allocate(count * 37, 16, nullptr);
        std::memset(block, 1, count * 37);
        blocks.push_back(block);
        if (count % 3 == 0) {
          heap_free(blocks[count / 2]);
        }
      }
      return blocks;
    };
    const std::vector<void*> first = run();  // 3 MB: more than the part that is looked at page by page
    restore_snapshot();
    BlockInfo info{};
    if (heap_block(reinterpret_cast<std::uintptr_t>(first.back()), info)) {
      return false;
    }
    return run() == first;
  });
}

class SnapshotLimitTest : public fakes::RuntimeTest {};

TEST_F(SnapshotLimitTest, MoreMappingsThanThereIsRoomForEndTheProcess) {
  const Pages pages(1);
  fakes::world.mappings.assign(8192, pages.mapping());
  EXPECT_EXIT(check_in_child([] { return (take_snapshot(), true); }), ::testing::ExitedWithCode(0), "");
  fakes::world.mappings.push_back(pages.mapping());
  EXPECT_LEAVES(take_snapshot(), 4, "the target has too many memory mappings");
}

// The tracker by itself.
class PageTracking : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_track()) {
      GTEST_SKIP() << "the kernel does not tell which pages were written";
    }
  }
  template <typename Check>
  static void expect(const Check& check) {
    EXPECT_EXIT(check_in_child([&] { return open_page_tracking() && check(); }), ::testing::ExitedWithCode(0), "");
  }
};

TEST_F(PageTracking, TellsThePagesThatAreThere) {
  expect([] {
    const Pages pages(10);
    pages.page(2)[0] = pages.page(3)[0] = pages.page(9)[0] = 1;
    const Mapping mapping = pages.mapping();
    std::uintptr_t next = mapping.low;
    std::vector<std::uintptr_t> found;
    while (next < mapping.high) {
      for (const PageRange& range : present_pages(next, mapping.high, next)) {
        for (std::uintptr_t page = range.low; page < range.high; page += kPageSize) {
          found.push_back((page - mapping.low) / kPageSize);
        }
      }
    }
    return found == std::vector<std::uintptr_t>{2, 3, 9};
  });
}

TEST_F(PageTracking, TellsThePagesWrittenSinceTheyWereProtected) {
  expect([] {
    const Pages pages(10);
    for (std::size_t page = 0; page < 8; ++page) {
      pages.page(page)[0] = 1;
    }
    const Mapping mapping = pages.mapping();
    if (!track_mapping(mapping.low, mapping.high)) {
      return false;
    }
    protect_pages(mapping.low, mapping.low + 8 * kPageSize);
    pages.page(1)[0] = 2;
    pages.page(9)[0] = 2;                                  // touched for the first time
    const volatile unsigned char read = pages.page(5)[0];  // only read
    (void)read;
    std::vector<std::uintptr_t> found;
    std::uintptr_t next = mapping.low;
    for (const PageRange& range : written_pages(next, next)) {
      if (range.low >= mapping.low && range.high <= mapping.high) {
        found.push_back((range.low - mapping.low) / kPageSize);
      }
    }
    return found == std::vector<std::uintptr_t>{1, 9};
  });
}

TEST(OwnDescriptors, AreOutOfTheWay) {
  const int moved = move_descriptor(memfd_create("own", 0));
  EXPECT_GE(moved, 1000);
  close(moved);
  EXPECT_EQ(move_descriptor(-5), -1);
}

}  // namespace
}  // namespace heddle::runtime
