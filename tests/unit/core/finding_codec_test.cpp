#include "core/finding_codec.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rng.h"

namespace heddle {
namespace {

// Every member says something else than a new one does.
Finding sample() {
  Finding finding;
  finding.fault.kind = FindingKind::named("wrong-free");
  finding.fault.certain = false;
  finding.fault.only_if_met = true;
  finding.fault.allocated_as = HeapFamily::kNew;
  finding.fault.freed_as = HeapFamily::kNewArrayAligned;
  finding.fault.cycle = 3;
  finding.fault.signature = 4;
  finding.fault.last() = {.thread = ThreadId{2},
                          .operation = {.kind = OperationKind::kAtomicCompareExchange,
                                        .order = MemoryOrder::kRelease,
                                        .failure_order = MemoryOrder::kAcquire,
                                        .size = 8,
                                        .site = SiteId{5},
                                        .object = ObjectId{6},
                                        .address = 7}};
  finding.fault.add({.thread = ThreadId{1}, .operation = {.site = SiteId{8}}, .pending = true});
  finding.fault.add({.thread = ThreadId{0}, .operation = {.site = SiteId{9}}});
  finding.witness.schedule = {{.point = 1, .take = {.thread = {2}, .variant = kTimeout}, .check = 3, .prefix = 4},
                              {.point = 9, .take = {}}};
  finding.witness.cells = {{.object = 5, .bytes = 6}, {.object = 7, .bytes = 8}};
  finding.witness.limits = {.steps = 10, .threads = 11};
  finding.witness.outcome = {.kind = OutcomeKind::kDetected,
                             .thread = ThreadId{2},
                             .signal = 12,
                             .exit_status = 13,
                             .steps = 14,
                             .switches = 15,
                             .events = 16,
                             .event_hash = 17,
                             .fault = 18};
  finding.witness.message = "T2 frees with delete[] what T1 has allocated with new";
  finding.witness.costs = {.switches = 19, .preemptions = 20, .delays = 21};
  finding.witness.minimality = Minimality::kLocal;
  finding.origin = {.strategy = "cb", .execution = 22, .bound = 23, .bound_below_complete = true};
  return finding;
}

std::vector<std::byte> encoded(const Finding& finding) {
  std::vector<std::byte> bytes;
  encode(finding, bytes);
  return bytes;
}

bool is_refused(std::span<const std::byte> bytes) {
  Finding finding = sample();
  const auto before = encoded(finding);
  const std::size_t size = bytes.size();
  return !decode(bytes, finding) && bytes.size() == size && encoded(finding) == before;
}

TEST(FindingCodec, GivesBackWhatItWasGiven) {
  const std::vector<std::byte> bytes = encoded(sample());
  std::span<const std::byte> rest(bytes);
  Finding read;
  ASSERT_TRUE(decode(rest, read));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(encoded(read), bytes);
  EXPECT_EQ(read.fault.kind, FindingKind::named("wrong-free"));
  EXPECT_FALSE(read.fault.certain);
  EXPECT_TRUE(read.fault.only_if_met);
  EXPECT_EQ(read.fault.freed_as, HeapFamily::kNewArrayAligned);
  ASSERT_EQ(read.fault.side_count, 3U);
  EXPECT_EQ(read.fault.last().operation.failure_order, MemoryOrder::kAcquire);
  EXPECT_EQ(read.fault.last().operation.address, 7U);
  EXPECT_TRUE(read.fault.earlier().pending);
  EXPECT_EQ(read.fault.all().back().operation.site, SiteId{9});
  EXPECT_EQ(read.witness.schedule, sample().witness.schedule);
  EXPECT_EQ(read.witness.cells, sample().witness.cells);
  EXPECT_EQ(read.witness.limits, sample().witness.limits);
  EXPECT_EQ(read.witness.outcome.fault, 18U);
  EXPECT_EQ(read.witness.message, sample().witness.message);
  EXPECT_EQ(read.witness.costs, sample().witness.costs);
  EXPECT_EQ(read.witness.minimality, Minimality::kLocal);
  EXPECT_EQ(read.origin.strategy, "cb");
  EXPECT_EQ(read.origin.bound, 23U);
  EXPECT_TRUE(read.origin.bound_below_complete);
}

TEST(FindingCodec, TakesOneAfterTheOther) {
  std::vector<std::byte> bytes = encoded(sample());
  encode(Finding(), bytes);
  std::span<const std::byte> rest(bytes);
  Finding first;
  Finding second;
  ASSERT_TRUE(decode(rest, first));
  ASSERT_TRUE(decode(rest, second));
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(first.origin.execution, 22U);
  EXPECT_EQ(encoded(second), encoded(Finding()));
  EXPECT_TRUE(is_refused(rest));
}

TEST(FindingCodec, RefusesWhatIsCutOff) {
  const std::vector<std::byte> bytes = encoded(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_TRUE(is_refused(std::span(bytes).first(size))) << size;
  }
}

TEST(FindingCodec, RefusesDeviationsOutOfOrder) {
  Finding finding = sample();
  finding.witness.schedule[1].point = finding.witness.schedule[0].point;
  EXPECT_TRUE(is_refused(encoded(finding)));
}

TEST(FindingCodec, RefusesSidesThatAreNone) {
  Finding finding = sample();
  finding.fault.side_count = 0;
  EXPECT_TRUE(is_refused(encoded(finding)));
}

// Whatever is read is a finding: each of its values is one of its type, and it is written as it was read.
TEST(FindingCodec, BelievesNoBytesThatWereWrittenOver) {
  Rng rng(1);
  const std::vector<std::byte> good = encoded(sample());
  int refused = 0;
  for (int attempt = 0; attempt < 20'000; ++attempt) {
    std::vector<std::byte> bytes = good;
    for (std::uint32_t flips = 1 + rng.below(5); flips != 0; --flips) {
      bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] ^= std::byte(1U << rng.below(8));
    }
    bytes.resize(bytes.size() - (rng.below(4) == 0 ? rng.below(static_cast<std::uint32_t>(bytes.size())) : 0));
    std::span<const std::byte> rest(bytes);
    Finding read;
    if (!decode(rest, read)) {
      EXPECT_TRUE(is_refused(bytes));
      ++refused;
      continue;
    }
    EXPECT_TRUE(read.fault.kind.is_well_formed());
    EXPECT_LT(static_cast<int>(read.witness.outcome.kind), kOutcomeKindCount);
    EXPECT_LE(static_cast<int>(read.witness.minimality), static_cast<int>(Minimality::kBudget));
    for (const Fault::Side& side : read.fault.all()) {
      EXPECT_LT(static_cast<int>(side.operation.kind), kOperationKindCount);
    }
    bytes.resize(bytes.size() - rest.size());
    EXPECT_EQ(encoded(read), bytes);
  }
  EXPECT_GT(refused, 5'000);
}

TEST(FindingCodec, BelievesNoRandomBytes) {
  Rng rng(2);
  for (int attempt = 0; attempt < 2'000; ++attempt) {
    std::vector<std::byte> bytes(rng.below(400));
    for (std::byte& byte : bytes) {
      byte = std::byte(rng.below(256));
    }
    EXPECT_TRUE(is_refused(bytes));
  }
}

}  // namespace
}  // namespace heddle
