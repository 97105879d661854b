#include "cli/search/search_log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "../file_size_limit.h"
#include "core/finding_codec.h"
#include "engine/chunks.h"
#include "engine/search.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPlenty = std::uint64_t{1} << 30U;
constexpr const char* kHeader = R"({"target": "bank"})";
const SearchEnding kEnding{.word = "time", .guarantee = "no guarantee", .resumable = true, .seconds = 2};
constexpr std::uint64_t kWhole = 1'000;

// So many executions, each a target with a payload, in one round. Nothing is executed: the log is what is tested.
class Numbered final : public Strategy {
 public:
  void refill(std::uint32_t round, const Totals& /*totals*/, Frontier& frontier) override {
    frontier.clear(Order::kDepth);
    for (std::uint32_t number = 0; round == 0 && number < kWhole; ++number) {
      Target target;
      target.cost = number;
      target.payload.resize(100, static_cast<std::byte>(number));
      frontier.add(target);
    }
  }
  Plan begin(const Target& /*target*/, const LeaseTerms& /*terms*/) override { return {}; }
  Choose choose(const ChoicePoint& /*point*/, const Course& /*course*/, Frontier& /*frontier*/) override { return {}; }
  [[nodiscard]] Coverage coverage(const Totals& /*totals*/) const override { return {}; }
};

// A search and its log, as the command line has them.
struct Running {
  explicit Running(const fs::path& path, std::uint64_t memory = kPlenty, std::uint64_t small_log = kSmallLog)
      : log(path, memory, small_log), search(strategy, log, kUnlimited) {}
  Numbered strategy;
  SearchLog log;
  Search search;
};

// Makes one execution of the next lease and gives the rest back. False: nothing is left.
bool work(Search& search) {
  const auto lease = search.next();
  if (!lease) {
    return false;
  }
  Frontier frontier;
  frontier.begin(lease->terms);
  EXPECT_TRUE(read_chunks(lease->heads, lease->bytes, frontier));
  Target target;
  EXPECT_TRUE(frontier.take(target));
  EXPECT_EQ(target.payload, std::vector<std::byte>(100, static_cast<std::byte>(target.cost)));
  std::vector<ChunkHead> heads;
  std::vector<std::byte> bytes;
  write_chunks(frontier, 1, heads, bytes);
  EXPECT_TRUE(search.commit(
      lease->terms.number,
      {.tally = {.executions = 1, .steps = target.cost}, .reached = {}, .left = heads, .left_bytes = bytes}));
  return true;
}
void work(Search& search, int leases) {
  for (int lease = 0; lease < leases; ++lease) {
    ASSERT_TRUE(work(search));
  }
}
void finish(Search& search) {
  while (work(search)) {
  }
  EXPECT_TRUE(search.finished());
}

// All of them, each once: the sum of their numbers says so.
void expect_whole(const Search& search) {
  ASSERT_NE(search.totals().last(), nullptr);
  EXPECT_EQ(search.totals().last()->executions, kWhole);
  EXPECT_EQ(search.totals().last()->steps, kWhole * (kWhole - 1) / 2);
  EXPECT_TRUE(search.totals().last()->ended);
  EXPECT_EQ(search.left(), 0U);
}

void expect_same(const Search& one, const Search& other) {
  EXPECT_EQ(one.made(), other.made());
  EXPECT_EQ(one.left(), other.left());
  EXPECT_EQ(one.left_bytes(), other.left_bytes());
  EXPECT_EQ(one.chunks(), other.chunks());
  EXPECT_EQ(one.points(), other.points());
  EXPECT_EQ(one.round(), other.round());
  EXPECT_EQ(one.finished(), other.finished());
  EXPECT_EQ(one.totals().before, other.totals().before);
}

Finding sample(std::uint64_t signature) {
  Finding found;
  found.fault.kind = FindingKind::kDeadlock;
  found.fault.certain = false;
  found.fault.signature = signature;
  found.fault.last().operation.site = SiteId{9};
  found.fault.add({.operation = {.site = SiteId{10}}});
  found.witness.schedule = {{.point = 1, .take = {.thread = {2}, .variant = kProceed}, .check = 3, .prefix = 4},
                            {.point = 9, .take = {}}};
  found.witness.cells = {{.object = 5, .bytes = 6}, {.object = 7, .bytes = 8}};
  found.witness.outcome.kind = OutcomeKind::kDeadlock;
  found.witness.outcome.event_hash = 99;
  found.witness.message = "two threads wait for each other";
  found.witness.costs = {.switches = 4, .preemptions = 3, .delays = 5};
  found.origin = {.strategy = "cb", .execution = 17, .bound = 2, .bound_below_complete = true};
  return found;
}

std::vector<std::byte> bytes_of(const Finding& finding) {
  std::vector<std::byte> bytes;
  encode(finding, bytes);
  return bytes;
}

void expect_equal(const Finding& one, const Finding& other) { EXPECT_EQ(bytes_of(one), bytes_of(other)); }

class SearchLogTest : public testing::Test {
 protected:
  SearchLogTest() {
    std::string pattern = fs::temp_directory_path() / "heddle-search-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / kSearchLogName;
  }
  ~SearchLogTest() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  void expect_resumes_as(const Running& running) const {
    Running again(folder_ / "copy");
    fs::copy_file(path_, folder_ / "copy", fs::copy_options::overwrite_existing);
    const auto scan = again.log.resume(again.search);
    ASSERT_TRUE(scan) << scan.error();
    EXPECT_FALSE(scan->damaged) << scan->damage;
    expect_same(again.search, running.search);
    EXPECT_EQ(again.log.header(), running.log.header());
    EXPECT_EQ(again.log.findings().size(), running.log.findings().size());
    EXPECT_EQ(again.log.cells().size(), running.log.cells().size());
  }

  fs::path folder_;
  fs::path path_;
};

TEST_F(SearchLogTest, IsResumedWithAllThatIsInIt) {
  const std::vector<segment::Cell> cells{{.object = 1, .bytes = 2}, {.object = 3, .bytes = 4}};
  std::uint64_t made = 0;
  {
    Running running(path_);
    ASSERT_TRUE(running.log.create(kHeader));
    work(running.search, 10);
    running.log.add_finding(sample(1));
    running.log.add_cells({cells.data(), 1}, running.search);
    work(running.search, 20);
    running.log.add_cells({cells.data() + 1, 1}, running.search);
    running.log.add_finding(sample(2));
    work(running.search, 30);
    made = running.search.made();
    expect_resumes_as(running);
  }
  Running again(path_);
  const auto scan = again.log.resume(again.search);
  ASSERT_TRUE(scan) << scan.error();
  EXPECT_FALSE(scan->damaged);
  EXPECT_EQ(again.log.header(), kHeader);
  EXPECT_EQ(again.log.last_end(), "");
  ASSERT_EQ(again.log.findings().size(), 2U);
  expect_equal(again.log.findings()[0], sample(1));
  expect_equal(again.log.findings()[1], sample(2));
  ASSERT_EQ(again.log.cells().size(), 2U);
  EXPECT_EQ(again.log.cells()[1].object, 3U);
  EXPECT_EQ(again.search.made(), made);
  EXPECT_EQ(again.search.totals().before, 30U);
  EXPECT_EQ(again.search.points(), 2U);
  finish(again.search);
  expect_whole(again.search);
}

TEST_F(SearchLogTest, SaysHowTheSearchEndedUnlessItWentOn) {
  {
    Running running(path_);
    ASSERT_TRUE(running.log.create(kHeader));
    work(running.search, 10);
    running.log.add_finding(sample(1));
    running.log.end(kEnding, running.search);
  }
  {
    Running again(path_);
    ASSERT_TRUE(again.log.resume(again.search));
    EXPECT_EQ(again.log.last_end(), to_json_text(kEnding));
    EXPECT_EQ(again.search.made(), 10U);
    EXPECT_EQ(again.log.findings().size(), 1U);
    work(again.search, 1);
  }
  Running again(path_);
  ASSERT_TRUE(again.log.resume(again.search));
  EXPECT_EQ(again.log.last_end(), "");
  EXPECT_EQ(again.search.made(), 11U);
}

TEST_F(SearchLogTest, DoesNotSayThatASearchEndedThatWentOnAndWasRewritten) {
  {
    Running running(path_);
    ASSERT_TRUE(running.log.create(kHeader));
    work(running.search, 10);
    running.log.end(kEnding, running.search);
  }
  Running again(path_, kPlenty, /*small_log=*/0);
  ASSERT_TRUE(again.log.resume(again.search));
  work(again.search, 1);
  again.log.tick(again.search);
  Running third(folder_ / "copy");
  fs::copy_file(path_, folder_ / "copy");
  ASSERT_TRUE(third.log.resume(third.search));
  EXPECT_EQ(third.search.made(), 11U);
  EXPECT_EQ(third.log.last_end(), "");
}

TEST_F(SearchLogTest, IsMadeSmallerWhenMostOfItIsHistory) {
  constexpr std::uint64_t kSmall = 100'000;
  Running running(path_, kPlenty, kSmall);
  ASSERT_TRUE(running.log.create(kHeader));
  running.log.add_finding(sample(1));
  running.log.add_cells(std::vector<segment::Cell>{{.object = 1, .bytes = 2}}, running.search);
  std::uint64_t largest = 0;
  bool more = true;
  for (int count = 0; more; ++count) {
    // Somebody else has a lease all the time, as long as there is more than one, and what is out moves, too.
    const auto out = running.search.chunks() > 1 ? running.search.next() : std::nullopt;
    more = work(running.search);
    running.log.tick(running.search);
    if (out) {
      running.search.lose(out->terms.number, /*by_death=*/false);
    }
    largest = std::max<std::uint64_t>(largest, fs::file_size(path_));
    if (count % 100 == 0) {
      expect_resumes_as(running);
    }
  }
  expect_whole(running.search);
  // The whole history would be some 6 MB; what is left is 110 kB at first.
  EXPECT_LT(largest, 700'000U);
  Running again(folder_ / "copy");
  fs::copy_file(path_, folder_ / "copy", fs::copy_options::overwrite_existing);
  ASSERT_TRUE(again.log.resume(again.search));
  expect_same(again.search, running.search);
}

TEST_F(SearchLogTest, GoesOnFromTheLastGoodRecord) {
  {
    Running running(path_);
    ASSERT_TRUE(running.log.create(kHeader));
    work(running.search, 40);
    running.log.add_finding(sample(1));
    work(running.search, 40);
  }
  std::ifstream file(path_, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  std::uint64_t last_made = 0;
  for (int attempt = 0; attempt <= 20; ++attempt) {
    std::string text = whole.substr(0, 400 + (whole.size() - 400) * static_cast<std::size_t>(attempt) / 20);
    if (attempt == 20) {
      text[text.size() - 50] ^= 1;  // the last record is there, and not what was written
    }
    const fs::path damaged = folder_ / "damaged";
    fs::remove(damaged);
    std::ofstream(damaged, std::ios::binary) << text;
    Running again(damaged);
    const auto scan = again.log.resume(again.search);
    ASSERT_TRUE(scan) << scan.error();
    EXPECT_GE(again.search.made(), last_made);
    EXPECT_LT(again.search.made(), 80U);
    last_made = again.search.made();
    EXPECT_EQ(again.log.findings().size(), again.search.made() > 40 ? 1U : again.log.findings().size());
    finish(again.search);
    expect_whole(again.search);
  }
  EXPECT_EQ(last_made, 79U);
}

TEST_F(SearchLogTest, WithoutItsBeginningItIsLeftAlone) {
  {
    Running running(path_);
    ASSERT_TRUE(running.log.create(kHeader));
    work(running.search, 3);
  }
  const auto size = fs::file_size(path_);
  {
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(60);
    file.put('!');
  }
  EXPECT_FALSE(read_header(path_));
  Running again(path_);
  const auto scan = again.log.resume(again.search);
  ASSERT_FALSE(scan);
  EXPECT_NE(scan.error().find("has lost its beginning"), std::string::npos) << scan.error();
  EXPECT_EQ(fs::file_size(path_), size);
  EXPECT_FALSE(read_header(folder_ / "nothing"));
}

TEST_F(SearchLogTest, BelongsToOneSearchAtATime) {
  Running running(path_);
  ASSERT_TRUE(running.log.create(kHeader));
  work(running.search, 3);
  EXPECT_EQ(*read_header(path_), kHeader);
  Running other(path_);
  EXPECT_FALSE(other.log.resume(other.search));
  EXPECT_FALSE(other.log.create("{}"));
  work(running.search, 3);
  expect_resumes_as(running);
}

TEST_F(SearchLogTest, WaitsForAFileSizeLimit) {
  Running running(path_, /*memory=*/50'000);
  ASSERT_TRUE(running.log.create(kHeader));
  work(running.search, 5);
  EXPECT_EQ(running.log.problem(), "");
  {
    const FileSizeLimit full(fs::file_size(path_) + 100);
    EXPECT_FALSE(running.log.is_full());
    work(running.search, 3);
    running.log.tick(running.search);
    EXPECT_NE(running.log.problem(), "");
    EXPECT_FALSE(running.log.is_full());
    while (!running.log.is_full()) {  // what is only in memory can be handed out, too
      ASSERT_TRUE(work(running.search));
    }
    running.log.add_finding(sample(1));
  }
  running.log.tick(running.search);
  EXPECT_EQ(running.log.problem(), "");
  EXPECT_FALSE(running.log.is_full());
  expect_resumes_as(running);
  finish(running.search);
  expect_whole(running.search);
  expect_resumes_as(running);
}

TEST_F(SearchLogTest, CannotBeRewrittenOnAFileSizeLimitAndKeepsTheEndAllTheSame) {
  Running running(path_, kPlenty, /*small_log=*/0);
  ASSERT_TRUE(running.log.create(kHeader));
  work(running.search, 5);
  {
    const FileSizeLimit full(1'000);  // no fresh log has room
    running.log.end(kEnding, running.search);
    EXPECT_NE(running.log.problem(), "");
  }
  running.log.tick(running.search);
  EXPECT_EQ(running.log.problem(), "");
  expect_resumes_as(running);
  Running again(folder_ / "copy");
  ASSERT_TRUE(again.log.resume(again.search));
  EXPECT_EQ(again.log.last_end(), to_json_text(kEnding));
}

// A folder of its name is in the way.
TEST_F(SearchLogTest, KeepsTheEndWhereNoFreshLogCanBeMade) {
  Running running(path_, kPlenty, /*small_log=*/0);
  ASSERT_TRUE(running.log.create(kHeader));
  work(running.search, 5);
  const auto before = fs::file_size(path_);
  {
    const fs::path in_the_way = fs::path(path_).concat(".rewrite");
    fs::create_directory(in_the_way);
    running.log.end(kEnding, running.search);
    fs::remove(in_the_way);
  }
  EXPECT_GT(fs::file_size(path_), before);
  Running again(folder_ / "copy");
  fs::copy_file(path_, folder_ / "copy");
  ASSERT_TRUE(again.log.resume(again.search));
  EXPECT_EQ(again.log.last_end(), to_json_text(kEnding));
  EXPECT_EQ(again.search.made(), 5U);
}

TEST(LoggedFinding, MakesNoSenseWithSomethingBehindIt) {
  std::vector<std::byte> bytes = bytes_of(sample(7));
  EXPECT_TRUE(to_finding(bytes));
  bytes.push_back({});
  EXPECT_FALSE(to_finding(bytes));
}

}  // namespace
}  // namespace heddle::cli
