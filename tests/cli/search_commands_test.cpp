// heddle status and heddle merge, on logs of searches of scripted programs.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "command.h"
#include "logged_search.h"
#include "sim/programs.h"
#include "sim/shapes.h"
#include "trace/commit_log.h"
#include "trace/finding_file.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr sim::Shape kShape{.threads = 3, .steps = 3};  // at most 0, 1, 2 preemptions: 6, 42, 192 executions

class SearchCommands : public CommandTest {
 protected:
  [[nodiscard]] fs::path log(const std::string& place = ".heddle/script-01234567/search.log") const {
    return folder() / place;
  }
  [[nodiscard]] json status(const std::string& place = ".heddle") const {
    const CommandResult result = heddle({"status", place, "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.error, "");
    return json::parse(result.out);
  }

  sim::Program writers = sim::independent_writers(kShape);
};

using Status = SearchCommands;

TEST_F(Status, TellsWhatASearchIsDoing) {
  cli::SearchHeader header;
  header.arguments = {"-n", "a b"};
  LoggedSearch search(log(), writers, {"--bound=2"}, header);
  search.explore(100);
  const json all = status();
  ASSERT_EQ(all.size(), 1);
  const json& shown = all[0];
  EXPECT_EQ(shown["state"], "running");
  EXPECT_EQ(shown["process"], ::getpid());
  EXPECT_EQ(shown["executions"], 100);
  EXPECT_EQ(shown["bound"], 2);
  EXPECT_EQ(shown["left_at_least"], search.left());
  EXPECT_EQ(shown["guarantee"], "all schedules with at most 1 preemption");
  EXPECT_EQ(shown["end"], nullptr);
  EXPECT_EQ(shown["damage"], nullptr);
  const std::string text = heddle({"status"}).out;
  EXPECT_TRUE(contains(text, ": ./script -n 'a b'\n  cb, --bound=2; begun ")) << text;
  EXPECT_TRUE(contains(text, "\n  running (process " + std::to_string(::getpid()) + ")\n")) << text;
  EXPECT_TRUE(contains(text, "\n  100 executions so far, now at most 2 preemptions, at least ")) << text;
}

TEST_F(Status, TellsHowASearchEnded) {
  {
    LoggedSearch search(log(), writers, {"--bound=2"});
    search.explore(kUnlimited);
    search.end("complete");
  }
  const json shown = status()[0];
  EXPECT_EQ(shown["state"], "ended");
  EXPECT_EQ(shown["end"], "complete");
  EXPECT_EQ(shown["complete"], true);
  EXPECT_EQ(shown["resumable"], false);
  EXPECT_EQ(shown["executions"], 6 + 42 + 192);
  EXPECT_EQ(shown["left_at_least"], 0);
  EXPECT_EQ(shown["process"], nullptr);
  EXPECT_TRUE(contains(heddle({"status"}).out, ": complete\n  240 executions so far\n"));
}

TEST_F(Status, ASearchThatDidNotEndCanBeGoneOnWith) {
  std::optional<LoggedSearch> search(std::in_place, log(), writers, std::vector<std::string>{});
  search->explore(30);
  search.reset();
  EXPECT_EQ(status()[0]["state"], "left");
  EXPECT_EQ(status()[0]["resumable"], true);
  EXPECT_TRUE(contains(heddle({"status"}).out, "left in the middle (killed, or a power cut), last written "));
}

TEST_F(Status, WhatIsGoodOfADamagedLogCounts) {
  {
    LoggedSearch search(log(), writers, {});
    search.explore(60);
    search.end("time");
  }
  fs::resize_file(log(), fs::file_size(log()) - 100);
  const json shown = status()[0];
  EXPECT_NE(shown["damage"], nullptr);
  EXPECT_EQ(shown["state"], "left");
  EXPECT_GT(shown["executions"], 40);
  EXPECT_LE(shown["executions"], 60);
  EXPECT_TRUE(contains(heddle({"status"}).out, "the log is damaged ("));
}

TEST_F(Status, DamageIsSeenAlsoWhileItRuns) {
  LoggedSearch search(log(), writers, {});
  search.explore(60);
  const std::uint64_t size = fs::file_size(log());
  std::fstream(log(), std::ios::in | std::ios::out | std::ios::binary).seekp(static_cast<long>(size / 2)).put('\x55');
  const json shown = status()[0];
  EXPECT_NE(shown["damage"], nullptr);
  EXPECT_EQ(shown["state"], "running");
}

TEST_F(Status, FindingsAndTheOptionsOfAStrategy) {
  const sim::Program buggy = sim::lost_update();
  LoggedSearch search(log(), buggy, {"--strategy=random", "--shard=2/3"});
  search.explore(50);
  const json shown = status()[0];
  EXPECT_EQ(shown["strategy"], "random");
  EXPECT_EQ(shown["bound"], nullptr);
  EXPECT_EQ(shown["left_at_least"], nullptr);
  EXPECT_EQ(shown["guarantee"], "50 random schedules: no guarantee");
  ASSERT_EQ(shown["findings"].size(), 1);
  EXPECT_EQ(shown["findings"][0]["kind"], "assertion");
  EXPECT_TRUE(contains(heddle({"status"}).out, "\n  random, --shard=2/3; begun ")) << heddle({"status"}).out;
}

TEST_F(Status, AllSearchesBelowAFolderOneOfAProgramOrALog) {
  LoggedSearch first(log(), writers, {});
  LoggedSearch second(log(".heddle/script-01234567/search-2.log"), writers, {});
  LoggedSearch other(log(".heddle/other-76543210/search.log"), writers, {});
  (void)write(".heddle/other-76543210/search-x.log", "not one of them");
  (void)write(".heddle/other-76543210/search.log.old", "not one of them");
  EXPECT_EQ(status().size(), 3);
  EXPECT_EQ(status(".heddle/script-01234567").size(), 2);
  EXPECT_EQ(status(".heddle/script-01234567/search-2.log").size(), 1);
}

TEST_F(Status, RefusesWhatIsNoSearch) {
  expect_refusal(2, {".heddle does not exist"}, {"status"});
  expect_refusal(2, {"one folder at a time"}, {"status", "a", "b"});
  expect_refusal(2, {"unknown option"}, {"status", "--jsn"});
  fs::create_directories(folder() / "empty");
  expect_refusal(2, {"there is no search in empty"}, {"status", "empty"});
  (void)write("text", "no log at all\n");
  expect_refusal(2, {"text"}, {"status", "text"});
}

class Merge : public SearchCommands {
 protected:
  // A search that has ended, in a folder of this name as on another machine.
  std::uint64_t shard(const std::string& machine, std::vector<std::string> options, std::uint64_t executions,
                      cli::SearchHeader header = {}) const {
    if (const auto given = std::ranges::find_if(options, [](const auto& word) { return word.starts_with("--shard="); });
        given != options.end()) {
      header.shard = static_cast<std::uint32_t>((*given)[8] - '1');
      header.shards = static_cast<std::uint32_t>((*given)[10] - '0');
    }
    LoggedSearch search(log(machine + "/script-01234567/search.log"), buggy, std::move(options), std::move(header));
    search.explore(executions);
    search.end("executions");
    return search.findings().empty() ? 0 : search.findings().front().fault.signature;
  }
  FindingFile keep_finding(const std::string& name, std::uint64_t signature, std::uint32_t preemptions) const {
    FindingFile finding;
    finding.message = "kept as " + name;
    finding.signature = signature;
    finding.build_id = "0123456789abcdef";
    finding.program = "./script";
    finding.costs.preemptions = preemptions;
    finding.detectors = 5;
    finding.sites = {SiteId{6}, SiteId{7}};
    EXPECT_TRUE(write_finding(folder() / name, finding, IfExists::kFail));
    return finding;
  }
  [[nodiscard]] json merged(int exit_code, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "merge");
    arguments.emplace_back("--summary=sum.json");
    const CommandResult result = heddle(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.error;
    return json::parse(read_file(folder() / "sum.json"));
  }
  static std::vector<std::string> random(const std::string& shard) { return {"--strategy=random", "--shard=" + shard}; }

  sim::Program buggy = sim::lost_update();
  sim::Program clean = sim::locked_update();
};

TEST_F(Merge, ShardsAddUp) {
  const std::uint64_t signature = shard("a", random("1/3"), 40);
  ASSERT_NE(signature, 0);
  EXPECT_EQ(shard("b", random("2/3"), 50), signature);
  EXPECT_EQ(shard("c", random("3/3"), 60), signature);
  const json sum = merged(1, {"a", "b", "c"});
  EXPECT_EQ(sum["executions"], 150);
  EXPECT_EQ(sum["guarantee"], "150 random schedules: no guarantee");
  EXPECT_EQ(sum["shards"], 3);
  EXPECT_TRUE(sum["missing_shards"].empty());
  EXPECT_EQ(sum["searches"].size(), 3);
  ASSERT_EQ(sum["findings"].size(), 1);
  EXPECT_EQ(sum["findings"][0]["path"], nullptr);  // in the logs only
  EXPECT_EQ(sum["exit_code"], 1);
}

TEST_F(Merge, AShardCountsOnceAndMissingOnesAreNamed) {
  (void)shard("a", random("2/4"), 30);
  (void)shard("b", random("2/4"), 45);
  const json sum = merged(1, {"a", "b", "a/script-01234567"});
  EXPECT_EQ(sum["executions"], 45);
  EXPECT_EQ(sum["missing_shards"], json({1, 3, 4}));
  ASSERT_EQ(sum["searches"].size(), 2);
  EXPECT_EQ(sum["searches"][0]["counts"], false);
  EXPECT_EQ(sum["searches"][1]["counts"], true);
  const std::string text = heddle({"merge", "a", "b"}).out;  // with the one that wrote the finding down
  EXPECT_TRUE(contains(text, "shard 2/4, 31 executions, ended: executions; not counted: another search of this shard"))
      << text;
  EXPECT_TRUE(contains(text, "\n  missing: shards 1, 3, 4 of 4\n")) << text;
}

TEST_F(Merge, WithoutAFindingItIsClean) {
  {
    LoggedSearch search(log("a/search.log"), clean, {"--strategy=random"});
    search.explore(20);
  }
  const json sum = merged(0, {"a"});
  EXPECT_EQ(sum["executions"], 20);
  EXPECT_TRUE(sum["findings"].empty());
  EXPECT_TRUE(contains(heddle({"merge", "a"}).out, "shard 1/1, 20 executions, left in the middle\n"));
}

TEST_F(Merge, OfSystematicSearchesTheBestCounts) {
  {
    LoggedSearch search(log("a/search.log"), writers, {});
    search.explore(100);
    LoggedSearch further(log("b/search.log"), writers, {});
    further.explore(300);
  }
  const json sum = merged(0, {"a", "b"});
  EXPECT_EQ(sum["guarantee"], "all schedules with at most 2 preemptions");
  EXPECT_EQ(sum["complete"], false);
  EXPECT_EQ(sum["executions"].get<int>() + sum["re_executions"].get<int>(), 300);
  EXPECT_EQ(sum["shards"], nullptr);
  EXPECT_EQ(sum["searches"][0]["counts"], false);
  EXPECT_EQ(sum["searches"][1]["counts"], true);
  EXPECT_TRUE(contains(heddle({"merge", "a", "b"}).out, "\n  searches by cb do not add up"));
}

TEST_F(Merge, FindingsAreJoinedAndCopied) {
  const std::uint64_t signature = shard("a", random("1/2"), 40);
  (void)shard("b", random("2/2"), 40);
  (void)keep_finding("a/script-01234567/1.finding", signature, 3);
  (void)keep_finding("b/script-01234567/4.finding", signature, 1);
  (void)keep_finding("b/script-01234567/5.finding", 99, 2);
  json sum = merged(1, {"a", "b"});
  ASSERT_EQ(sum["findings"].size(), 2);
  EXPECT_EQ(sum["findings"][0]["path"], "b/script-01234567/4.finding");  // the shorter one
  EXPECT_FALSE(fs::exists(folder() / "out"));

  sum = merged(1, {"a", "b", "--dir=out"});
  EXPECT_EQ(sum["findings"][0]["path"], "out/script-01234567/1.finding");
  EXPECT_EQ(sum["findings"][1]["path"], "out/script-01234567/2.finding");
  const auto copy = read_finding(folder() / "out/script-01234567/1.finding");
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->costs.preemptions, 1);
  EXPECT_EQ(copy->detectors, 5);
  EXPECT_EQ(copy->sites, (std::array{SiteId{6}, SiteId{7}}));
  EXPECT_EQ(copy->replay_command, "heddle replay out/script-01234567/1.finding");

  sum = merged(1, {"a", "b", "--dir=out"});  // nothing twice
  EXPECT_EQ(sum["findings"][0]["path"], "out/script-01234567/1.finding");
  EXPECT_FALSE(fs::exists(folder() / "out/script-01234567/3.finding"));

  sum = merged(1, {"a", "b", "--dir=a"});  // what is there stays
  EXPECT_EQ(sum["findings"][0]["path"], "a/script-01234567/1.finding");
  EXPECT_EQ(sum["findings"][1]["path"], "a/script-01234567/2.finding");
}

TEST_F(Merge, FindingsOfOtherSearchesAndDamagedOnesAreLeftOut) {
  {
    LoggedSearch search(log("a/search.log"), clean, {"--strategy=random"});
    search.explore(20);
  }
  FindingFile other = keep_finding("a/1.finding", 7, 1);
  other.arguments = {"another"};
  EXPECT_TRUE(write_finding(folder() / "a/1.finding", other, IfExists::kReplace));
  (void)write("a/2.finding", "{}");
  const CommandResult result = heddle({"merge", "a"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error_lines(), 1);
  EXPECT_TRUE(contains(result.error, "a/2.finding")) << result.error;
  EXPECT_TRUE(contains(result.error, ": left out\n")) << result.error;
}

TEST_F(Merge, WhatIsGoodOfADamagedLogCounts) {
  (void)shard("a", random("1/2"), 40);
  (void)shard("b", random("2/2"), 40);
  const fs::path damaged = log("b/script-01234567/search.log");
  fs::resize_file(damaged, fs::file_size(damaged) / 2);
  const json sum = merged(1, {"a", "b"});
  EXPECT_GT(sum["executions"], 40);
  EXPECT_LT(sum["executions"], 80);
  EXPECT_EQ(sum["searches"][0]["damage"], nullptr);
  EXPECT_NE(sum["searches"][1]["damage"], nullptr);
}

TEST_F(Merge, NamesWhatDiffers) {
  (void)shard("first", random("1/3"), 10);
  const auto refused = [&](const std::string& words, std::vector<std::string> options, cli::SearchHeader header = {}) {
    (void)shard("other", std::move(options), 10, std::move(header));
    expect_refusal(2, {"first/script-01234567/search.log and other/script-01234567/search.log", words},
                   {"merge", "first", "other"});
    fs::remove_all(folder() / "other");
  };
  refused("the shards differ, 1/3 and 1/2", random("1/2"));
  refused("the options differ, --strategy=random and --strategy=random --seed=9",
          {"--strategy=random", "--seed=9", "--shard=1/3"});
  refused("the options differ, --strategy=random and --strategy=dfs", {"--strategy=dfs"});
  cli::SearchHeader header;
  header.build_id = "fedcba9876543210";
  refused("the builds differ, 0123456789abcdef of ./script and fedcba9876543210 of ./script", random("2/3"), header);
  header = {};
  header.arguments = {"5"};
  refused("the arguments of the program differ, none and 5", random("2/3"), header);
  header = {};
  header.input_bytes = 1;
  refused("the standard input differs, 0 bytes and 1 byte", random("2/3"), header);
  header = {};
  header.explore = "Suite.Test";
  refused("the calls of heddle_explore() differ", random("2/3"), header);
}

// Every checksum is right, and what it says is not so.
TEST_F(SearchCommands, WhatIsForgedIsRefusedInOneLine) {
  cli::SearchHeader honest;
  honest.program = "./script";
  const auto refuse = [&](const std::string& header, const std::vector<std::string>& words) {
    {
      auto made = CommitLog::create(folder() / "forged.log");
      ASSERT_TRUE(made) << made.error();
      const std::array parts{std::as_bytes(std::span(header))};
      made->append(static_cast<std::uint32_t>(cli::LogKind::kHeader), parts);
    }
    expect_refusal(2, words, {"status", "forged.log"});
    expect_refusal(2, words, {"merge", "forged.log"});
  };
  const auto forged = [&](const auto& change) {
    cli::SearchHeader header = honest;
    change(header);
    return to_json_text(header);
  };
  const std::string unknown = "names options that this heddle does not have";
  refuse(forged([](auto& header) { header.options = {"--help"}; }), {unknown});
  refuse(forged([](auto& header) { header.options = {"--"}; }), {unknown});
  refuse(forged([](auto& header) { header.options = {"--bound=many"}; }), {unknown});
  refuse(forged([](auto& header) { header.options = {"./other"}; }), {unknown});
  refuse(forged([](auto& header) { header.options = {"--summary=file"}; }), {"contradicts itself"});
  refuse(forged([](auto& header) { header.strategy = "dfs"; }), {"contradicts itself"});
  refuse(forged([](auto& header) { header.shards = 3; }), {"contradicts itself"});
  refuse(forged([](auto& header) { header.started = std::int64_t{1} << 60U; }), {"an impossible time"});
  refuse(forged([](auto& header) { header.program = ""; }), {"names no program"});
  json value = json::parse(to_json_text(honest));
  value["input_bytes"] = 1e300;
  refuse(value.dump(), {"has malformed members"});
  const std::string deep(100'000, '[');
  refuse(R"({"format": "heddle-search", "version": )" + deep, {"not the log of a search"});
}

TEST_F(Merge, RefusesWhatIsNoSearch) {
  expect_refusal(2, {"no folder given"}, {"merge"});
  expect_refusal(2, {"nowhere does not exist"}, {"merge", "nowhere"});
  (void)shard("a", random("1/3"), 10);
  expect_refusal(2, {"no/such/folder"}, {"merge", "a", "--summary=no/such/folder/sum.json"});
  (void)write("file", "in the way");
  expect_refusal(2, {"file"}, {"merge", "a", "--dir=file"});
}

}  // namespace
}  // namespace heddle::test
