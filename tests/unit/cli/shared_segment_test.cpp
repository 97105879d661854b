#include "cli/target/shared_segment.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

TEST(SharedSegment, CarriesRequestsAndAnswers) {
  const auto segment = SharedSegment::create();
  ASSERT_TRUE(segment) << segment.error();
  EXPECT_GE(segment->descriptor(), 3);
  const Schedule schedule = {{1, {ThreadId{2}, 3}, 4}, {5, {ThreadId{6}, 7}, 8}};
  segment->put_schedule(schedule);
  segment->put_input("text");
  EXPECT_EQ(segment->request().schedule_size, 2U);
  EXPECT_EQ(segment->request().input_size, 4U);
  segment->result().schedule_size = 2;
  EXPECT_EQ(segment->schedule(), schedule);
}

// The target may scribble over everything.
TEST(SharedSegment, BelievesNoSize) {
  const auto created = SharedSegment::create();
  ASSERT_TRUE(created) << created.error();
  segment::Result& result = created->result();
  result.message_size = result.detail_size = result.module_count = result.thread_count = ~0U;
  result.event_count = result.output_bytes = ~std::uint64_t{0};
  std::fill(std::begin(result.message), std::end(result.message), '\n');
  EXPECT_EQ(created->message(), std::string(sizeof result.message, ' '));
  EXPECT_EQ(created->detail(), "");
  EXPECT_EQ(created->events().size(), segment::kEventCapacity);
  EXPECT_EQ(created->output().size(), segment::kOutputCapacity);
  EXPECT_EQ(created->modules().size(), segment::kModuleCapacity);
  EXPECT_EQ(created->threads().size(), segment::kThreadCapacity);
  EXPECT_EQ(created->text(~0U), "");
  EXPECT_EQ(created->text(static_cast<std::uint32_t>(segment::kStringCapacity)), "");
  segment::RecordedEvent event{};
  event.stack = ~0U;
  event.frames = 5;
  EXPECT_TRUE(created->stack(event).empty());
  event.stack = segment::kStackCapacity / sizeof(std::uint64_t) - 1;
  EXPECT_EQ(created->stack(event).size(), 1U);
}

TEST(ThreadPaths, AreGenealogical) {
  const std::vector<segment::Thread> threads = {{0xffff, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 4, 0}};
  EXPECT_EQ(thread_paths(threads), (std::vector<std::string>{"main", "main.1", "main.1.1", "main.2", "main.1.1.5"}));
}

TEST(SharedSegment, NobodyCanMakeItShorterOrLonger) {
  const auto segment = SharedSegment::create();
  ASSERT_TRUE(segment) << segment.error();
  EXPECT_NE(::ftruncate(segment->descriptor(), 0), 0);
  EXPECT_NE(::ftruncate(segment->descriptor(), static_cast<off_t>(2 * segment::kSize)), 0);
}

}  // namespace
}  // namespace heddle::cli
