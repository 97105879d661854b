// What can be wrong with findings, and with the options of `heddle hunt`: one clear line, the documented exit code,
// nothing left behind.

#include <nlohmann/json.hpp>

#include "command.h"
#include "core/hash.h"
#include "trace/finding_file.h"
#include "trace/schedule_file.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class BadFinding : public CommandTest {
 protected:
  // The content of a good one. Leaves nothing behind.
  [[nodiscard]] std::string good() const {
    (void)heddle({"hunt", "--quiet", "--dir=made", stand_in("good"), "hunt-fail"});
    std::string content;
    for (const std::string& name : left_behind()) {
      if (name.ends_with(".finding")) {
        content = read_file(folder() / name);
      }
    }
    fs::remove_all(folder() / "made");
    return content;
  }

  static std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
  }

  // The content with its checksum, after `change` was made to it.
  template <typename Change>
  static std::string changed(const std::string& content, const Change& change) {
    json file = json::parse(content);
    change(file);
    file.erase("checksum");
    file["checksum"] = hex(hash_bytes(file.dump()));
    return file.dump();
  }

  void expect_unreadable(const std::vector<std::string>& words, const std::string& file) const {
    expect_refusal(2, words, {"replay", file});
    expect_refusal(2, words, {"show", file});
  }
};

TEST_F(BadFinding, ThatIsNone) {
  expect_unreadable({"missing.finding", "No such file"}, "missing.finding");
  expect_unreadable({"/usr"}, "/usr");
  write("words", "These are words\n");
  expect_unreadable({"words", "not a heddle finding"}, "words");
  write("nothing", "");
  expect_unreadable({"nothing", "not a heddle finding"}, "nothing");
  write("schedule", R"({"format": "heddle-schedule", "version": 1})");
  expect_unreadable({"schedule", "not a heddle finding"}, "schedule");
  expect_refusal(2, {"no finding given"}, {"replay"});
  expect_refusal(2, {"no finding given"}, {"show"});
  expect_refusal(2, {"one finding at a time"}, {"show", "a", "b"});
  expect_refusal(2, {"give one finding, not also b", "after --"}, {"replay", "a", "b"});
  expect_refusal(2, {"unknown option --colums", "--columns?"}, {"replay", "a", "--colums"});
}

TEST_F(BadFinding, ThatIsDamaged) {
  const std::string content = good();
  for (const std::size_t size : {content.size() / 10, content.size() / 2, content.size() - 3}) {
    write("short", content.substr(0, size));
    expect_unreadable({"short", "truncated"}, "short");
  }
  write("altered", replaced(content, "\"preemptions\": 1", "\"preemptions\": 0"));
  expect_unreadable({"altered", "checksum"}, "altered");
}

TEST_F(BadFinding, OfAProgramThatIsNotThereAnyMore) {
  write("kept", changed(good(), [](json& file) { file["program"] = "/no/such/program"; }));
  expect_refusal(2, {"/no/such/program", "give its path after --"}, {"replay", "kept"});
}

// As somebody's script might write it: whole, with a checksum, and not a finding.
TEST_F(BadFinding, WithMembersThatAreWrong) {
  const std::string content = good();
  const auto altered = [&content](const auto& change) { return changed(content, change); };
  write("same", altered([](json& /*file*/) {}));
  EXPECT_EQ(heddle({"show", "same"}).exit_code, 0) << "the checksum is right";
  write("lacking", altered([](json& file) { file.erase("deviations"); }));
  write("unknown", altered([](json& file) { file["kind"] = "earthquake"; }));
  write("negative", altered([](json& file) { file["line"] = -3; }));
  write("disordered", altered([](json& file) { file["deviations"] = {{5, 1, 0, 1}, {4, 1, 0, 1}}; }));
  write("fraction", altered([](json& file) { file["outcome"]["signal"] = 1e300; }));
  write("large", altered([](json& file) { file["bound"] = std::uint64_t{1} << 32U; }));
  write("true", altered([](json& file) { file["detectors"] = true; }));
  write("other_input", altered([](json& file) { file["input"] = {{"bytes", 3}, {"hash", "0"}, {"hex", "00"}}; }));
  write("versionless", altered([](json& file) { file["version"] = "2"; }));
  for (const char* name :
       {"lacking", "unknown", "negative", "disordered", "fraction", "large", "true", "other_input", "versionless"}) {
    expect_unreadable({name, "damaged", "missing or malformed"}, name);
  }
}

TEST_F(BadFinding, OfAnotherVersion) {
  const std::string content = good();
  write("newer", replaced(content, "\"version\": 2", "\"version\": 7"));
  expect_unreadable({"newer", "version 7", "newer heddle"}, "newer");
  write("older", replaced(content, "\"version\": 2", "\"version\": 1"));
  expect_unreadable({"older", "version 1", "older heddle", "reads 2"}, "older");
}

TEST_F(BadFinding, OfAnotherBuild) {
  write("kept", good());
  expect_refusal(2, {"kept", "another build of"}, {"replay", "kept", "--", stand_in("other_build"), "hunt-fail"});
}

using BadHunt = CommandTest;

TEST_F(BadHunt, UnknownStrategyOffersTheNearest) {
  expect_refusal(2, {"unknown strategy bc", "cb?"}, {"hunt", "--strategy=bc", stand_in("good")});
  expect_refusal(2, {"unknown strategy randon", "random?"}, {"hunt", "--strategy=randon", stand_in("good")});
  expect_refusal(2, {"unknown strategy quantum", "cb, dfs"}, {"hunt", "--strategy=quantum", stand_in("good")});
}

TEST_F(BadHunt, OptionsThatContradict) {
  expect_refusal(2, {"--exact", "--bound"}, {"hunt", "--exact", stand_in("good")});
  expect_refusal(2, {"--bound", "--strategy=dfs"}, {"hunt", "--strategy=dfs", "--bound=2", stand_in("good")});
  expect_refusal(2, {"--count", "--strategy=random"},
                 {"hunt", "--strategy=random", "--count=delays", stand_in("good")});
  expect_refusal(2, {"--order", "--strategy=dfs"}, {"hunt", "--strategy=dfs", "--order=cost", stand_in("good")});
  expect_refusal(2, {"--prune", "--strategy=random"}, {"hunt", "--strategy=random", "--prune=hb", stand_in("good")});
  expect_refusal(2, {"--seed"}, {"hunt", "--seed=1", "--seed=2", stand_in("good")});
  expect_refusal(2, {"--continuation", "--strategy=random"},
                 {"hunt", "--strategy=random", "--continuation=minimum", stand_in("good")});
  expect_refusal(2, {"--progress", "--quiet"}, {"hunt", "--quiet", "--progress=plain", stand_in("good")});
  expect_refusal(2, {"--points=all", "not built with heddle"}, {"hunt", "--points=all", stand_in("plain")});
  expect_refusal(2, {"--warmup", "--reset=snapshot"}, {"hunt", "--warmup=3", "--reset=snapshot", stand_in("good")});
  expect_refusal(2, {"--warmup", "--reset=fork"}, {"hunt", "--warmup=3", "--reset=fork", stand_in("good")});
}

TEST_F(BadHunt, OptionsWithAWrongValue) {
  for (const char* option : {"--bound=-1",
                             "--bound=many",
                             "--bound=4294967295",
                             "--count=things",
                             "--continuation=fair",
                             "--continuation=fair:0",
                             "--continuation=unfair:3",
                             "--order=none",
                             "--points=some",
                             "--prune=yes",
                             "--seed=x",
                             "--steps=0",
                             "--time=0",
                             "--time=soon",
                             "--time=-3s",
                             "--time=5weeks",
                             "--executions=0",
                             "--memory=much",
                             "--memory=0",
                             "--exit-status=2",
                             "--focus=queue.cpp,",
                             "--focus=file:",
                             "--reset=never",
                             "--hang-timeout=0",
                             "--progress=loud",
                             "--jobs=0",
                             "--jobs=many",
                             "--worker-memory=0",
                             "--worker-memory=much",
                             "--warmup=-2"}) {
    const std::string name = std::string(option).substr(0, std::string(option).find('='));
    expect_refusal(2, {name}, {"hunt", option, stand_in("good")});
  }
  expect_refusal(2, {"unknown option --bond", "--bound?"}, {"hunt", "--bond=2", stand_in("good")});
}

TEST_F(BadHunt, FocusOnNothing) {
  expect_refusal(2, {"--focus=example_functiom is neither a file nor a function", "example_function?"},
                 {"hunt", "--focus=example_functiom", stand_in("good")});
  expect_refusal(2, {"--focus=file:main is neither"}, {"hunt", "--focus=target.cpp,file:main", stand_in("good")});
}

TEST_F(BadHunt, ProgramsThatCannotBeHuntedIn) {
  expect_refusal(2, {"no program"}, {"hunt"});
  expect_refusal(2, {"./missing", "No such file"}, {"hunt", "./missing"});
  expect_refusal(3, {"never reached the heddle runtime"}, {"hunt", stand_in("good"), "never-start"});
  expect_refusal(3, {"fork is not supported"}, {"hunt", stand_in("good"), "unsupported"});
  expect_refusal(4, {"internal error", "lost a thread"}, {"hunt", stand_in("good"), "internal-error"});
}

TEST_F(BadHunt, PlacesThatCannotBeWrittenTo) {
  expect_refusal(2, {"/proc/heddle", "findings"}, {"hunt", "--dir=/proc/heddle", stand_in("good"), "hunt-fail"});
  expect_refusal(2, {"/proc/summary"}, {"hunt", "--summary=/proc/summary", stand_in("good"), "hunt-fail"});
  expect_refusal(2, {"no/such/file"}, {"hunt", "--summary=no/such/file", stand_in("good"), "hunt-fail"});
}

}  // namespace
}  // namespace heddle::test
