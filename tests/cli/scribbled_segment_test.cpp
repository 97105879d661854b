// A program may write over the shared segment before it ends. Whatever it has left there is read without harm; under
// the sanitizers, without anything undefined.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cli/findings/finding_maker.h"
#include "cli/findings/run_summary.h"
#include "cli/findings/suppressing.h"
#include "cli/program/target_file.h"
#include "cli/search/search_log.h"
#include "cli/story/event_listing.h"
#include "cli/story/hang_detail.h"
#include "cli/story/story.h"
#include "cli/target/target_runner.h"
#include "core/bytes.h"
#include "core/finding_codec.h"
#include "core/rng.h"
#include "report/text_report.h"

namespace heddle::cli {
namespace {

// The segment once more, as the program has it; what is written is taken back at the end.
class Scribbler {
 public:
  explicit Scribbler(const SharedSegment& segment) {
    void* memory = ::mmap(nullptr, segment::kSize, PROT_READ | PROT_WRITE, MAP_SHARED, segment.descriptor(), 0);
    bytes_ = {static_cast<std::byte*>(memory), memory == MAP_FAILED ? 0 : segment::kSize};
  }
  Scribbler(const Scribbler&) = delete;
  Scribbler& operator=(const Scribbler&) = delete;
  ~Scribbler() { ::munmap(bytes_.data(), bytes_.size()); }

  [[nodiscard]] segment::Segment& segment() const { return *reinterpret_cast<segment::Segment*>(bytes_.data()); }

  // What a finished execution has used.
  void remember() {
    const segment::Result& result = segment().result;
    const auto area = [this](std::size_t offset, std::size_t size) {
      parts_.push_back({.at = bytes_.subspan(offset, size), .before = {}});
    };
    area(offsetof(segment::Segment, result), offsetof(segment::Segment, modules) - offsetof(segment::Segment, result));
    area(segment::kFindingOffset, result.hunt.finding_bytes.load());
    area(offsetof(segment::Segment, modules), result.module_count * sizeof(segment::Module));
    area(offsetof(segment::Segment, threads), result.thread_count * sizeof(segment::Thread));
    area(segment::kEventOffset, (result.event_count + 2) * sizeof(segment::RecordedEvent));
    area(segment::kStackOffset, result.stack_bytes);
    area(segment::kStringOffset, result.string_bytes + 8);
    area(segment::kScheduleOffset, 4 * sizeof(Deviation));
    for (Part& part : parts_) {
      part.before.assign(part.at.begin(), part.at.end());
    }
  }

  void scribble(Rng& rng) const {
    for (std::uint32_t count = 1 + rng.below(12); count != 0; --count) {
      const std::span<std::byte> at = parts_[rng.below(static_cast<std::uint32_t>(parts_.size()))].at;
      const std::size_t begin = rng.below(static_cast<std::uint32_t>(at.size()));
      const std::size_t size = std::min<std::size_t>(at.size() - begin, 1U << rng.below(rng.below(8) == 0 ? 12 : 5));
      const bool one_byte = rng.below(2) == 0;
      const auto byte = static_cast<std::byte>(rng.next());
      std::ranges::generate(at.subspan(begin, size),
                            [&] { return one_byte ? byte : static_cast<std::byte>(rng.next()); });
    }
  }

  void take_back() const {
    for (const Part& part : parts_) {
      std::ranges::copy(part.before, part.at.begin());
    }
  }

 private:
  struct Part {
    std::span<std::byte> at;
    std::vector<std::byte> before;
  };
  std::span<std::byte> bytes_;
  std::vector<Part> parts_;
};

class ScribbledSegment : public testing::Test {
 protected:
  ScribbledSegment() { ::setenv("HEDDLE_SYMBOLIZER", "/no/symbolizer", 1); }
  ~ScribbledSegment() override { ::unsetenv("HEDDLE_SYMBOLIZER"); }

  // As of an execution in which a detector has seen something, and of a hunt that has found three.
  static void add_faults(segment::Segment& segment, std::span<const segment::RecordedEvent> events) {
    segment::Result& result = segment.result;
    result.outcome.kind = OutcomeKind::kDetected;
    result.detected.seen = 1;
    Finding found;
    found.fault.kind = FindingKind::kDataRace;
    found.fault.last() = {.thread = ThreadId{2}, .operation = events[2].event.operation};
    found.fault.add({.thread = ThreadId{1}, .operation = events[1].event.operation});
    found.witness.outcome.kind = OutcomeKind::kAssertion;
    found.witness.message = "x == 2";
    result.detected.fault = found.fault;
    std::vector<std::byte> bytes;
    for (int index = 0; index < 3; ++index) {
      std::vector<std::byte> encoded;
      encode(found, encoded);
      put_value(bytes, segment::FindingHead{.cells = 1, .bytes = static_cast<std::uint32_t>(encoded.size())});
      put_values(bytes, encoded);
    }
    std::ranges::copy(bytes, segment::findings(&segment));
    result.hunt.finding_bytes = bytes.size();
  }

  // All that commands read.
  static void read(const SharedSegment& segment, const std::filesystem::path& program) {
    FindingFile finding;
    for (const FindingKind kind : {FindingKind::kDataRace, FindingKind::kDeadlock}) {
      finding.kind = kind;
      finding.outcome = segment.result().outcome;
      tell_story(segment, program, finding);
      EXPECT_FALSE(to_text(finding, {}).empty());
    }
    const auto again = parse_finding(to_text(finding), "it");
    EXPECT_TRUE(again) << again.error();
    (void)event_listing(segment, program);
    (void)names_of(segment, program, finding);
    (void)compare(segment, finding);
    (void)to_text(summarise(segment, Ended{}));
    (void)to_json_text(summarise(segment, Ended{}));
    (void)with_source_lines(segment.detail(), program);
    for (const Finding& found : segment.findings()) {
      std::vector<std::byte> bytes;
      encode(found, bytes);
      EXPECT_TRUE(to_finding(bytes)) << "what goes to the log is read again";
    }
  }
};

TEST_F(ScribbledSegment, IsReadWithoutHarm) {
  constexpr std::uint64_t kSeeds = 150;
  auto target = find_target(std::string(STAND_IN_FOLDER) + "/good");
  ASSERT_TRUE(std::holds_alternative<TargetFile>(target));
  TargetRunner runner(std::get<TargetFile>(std::move(target)), {}, {"crash"});
  auto prepared = runner.prepare(segment::Mode::kSchedule);
  ASSERT_TRUE(prepared) << prepared.error();
  prepared->request().record = 1;
  auto result = runner.execute(std::move(*prepared));
  ASSERT_TRUE(std::holds_alternative<Execution>(result));
  const SharedSegment& segment = std::get<Execution>(result).segment;
  ASSERT_EQ(segment.result().phase.load(), segment::Phase::kFinished);
  ASSERT_GE(segment.events().size(), 4U);
  Scribbler scribbler(segment);
  add_faults(scribbler.segment(), segment.events());
  scribbler.remember();
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    if (seed != 0) {
      scribbler.scribble(rng);
    }
    segment.mend();
    ASSERT_NO_FATAL_FAILURE(read(segment, runner.target().path));
    scribbler.take_back();
  }
}

// The count of events is no reason to read what nobody wrote.
TEST_F(ScribbledSegment, HasNoMoreEventsThanWereWritten) {
  const auto segment = SharedSegment::create();
  ASSERT_TRUE(segment) << segment.error();
  const Scribbler scribbler(*segment);
  segment::RecordedEvent& event = *segment::events(&scribbler.segment());
  std::memset(static_cast<void*>(&event), 0xa5, sizeof event);
  segment->result().event_count = ~std::uint64_t{0};
  segment->mend();
  ASSERT_EQ(segment->events().size(), 1U);
  EXPECT_TRUE(segment->events()[0].event.visible);
  EXPECT_FALSE(name(segment->events()[0].event.operation.kind).empty());
}

}  // namespace
}  // namespace heddle::cli
