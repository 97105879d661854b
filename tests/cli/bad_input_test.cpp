// Everything that can be wrong with what the user gives: one clear line, the documented exit code, nothing left behind.
// Nothing here depends on the user being root or not.

#include <sys/stat.h>

#include <fstream>

#include "command.h"
#include "trace/schedule_file.h"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

using BadInput = CommandTest;

TEST_F(BadInput, NoCommand) { expect_refusal(2, {"no command", "--help"}, {}); }

TEST_F(BadInput, UnknownCommandOffersTheNearest) { expect_refusal(2, {"unknown command rnu", "run?"}, {"rnu"}); }

TEST_F(BadInput, UnknownOptionOffersTheNearest) {
  expect_refusal(2, {"unknown option --rnadom", "--random?"}, {"run", "--rnadom", stand_in("good")});
  expect_refusal(2, {"unknown option --zzzzzz"}, {"run", "--zzzzzz=4", stand_in("good")});
  expect_refusal(2, {"unknown option -z"}, {"run", "-z", stand_in("good")});
  expect_refusal(2, {"unknown option --jsno", "--json?"}, {"doctor", "--jsno"});
}

TEST_F(BadInput, OptionWithAWrongValue) {
  expect_refusal(2, {"--runs", "abc"}, {"run", "--random", "--runs=abc", stand_in("good")});
  expect_refusal(2, {"--runs", "0"}, {"run", "--random", "--runs=0", stand_in("good")});
  expect_refusal(2, {"--hang-timeout", "-3"}, {"run", "--hang-timeout=-3", stand_in("good")});
  expect_refusal(2, {"--reset: 'never' is not one of auto, loop, snapshot, fork"},
                 {"run", "--reset=never", stand_in("good")});
  expect_refusal(2, {"--seed: 'abc' is not a whole number"}, {"hunt", "--seed=abc", stand_in("good")});
  expect_refusal(2, {"--seed: '-1' is not a whole number"}, {"run", "--random", "--seed=-1", stand_in("good")});
  for (const char* option : {"--seed", "--executions", "--after-race", "--steps", "--warmup", "--hang-timeout"}) {
    for (const char* number : {"18446744073709551616", "0x10000000000000000", "99999999999999999999999999"}) {
      expect_refusal(2, {option, number, "is too large"},
                     {"hunt", std::string(option) + "=" + number, stand_in("good")});
    }
  }
  for (const char* option : {"--bound", "--jobs", "--warmup", "--continuation"}) {
    for (const char* number : {"4294967296", "18446744073709551617"}) {
      const std::string value = std::string(option) == "--continuation" ? std::string("fair:") + number : number;
      expect_refusal(2, {option}, {"hunt", std::string(option) + "=" + value, stand_in("good")});
    }
  }
  expect_refusal(2, {"--hang-timeout"}, {"hunt", "--hang-timeout=inf", stand_in("good")});
  expect_refusal(2, {"--hang-timeout"}, {"hunt", "--hang-timeout=nan", stand_in("good")});
  expect_refusal(2, {"--runs"}, {"run", "--random", "--runs=18446744073709551616", stand_in("good")});
  expect_refusal(2, {"--memory"}, {"hunt", "--memory=9999999999T", stand_in("good")});
  expect_refusal(2, {"--shard"}, {"hunt", "--strategy=random", "--shard=1/4294967296", stand_in("good")});
  expect_refusal(2, {"--warmup: '1.5' is not a whole number"}, {"hunt", "--warmup=1.5", stand_in("good")});
  expect_refusal(2, {"--points=shared", "all"}, {"run", "--points=shared", stand_in("good")});
  expect_refusal(2, {"--seed"}, {"run", "--random", "--seed"});
}

TEST_F(BadInput, OptionWithoutItsValueDoesNotTakeTheNextWord) {
  expect_refusal(2, {"--focus has no value"}, {"hunt", "--focus=", stand_in("good")});
  expect_refusal(2, {"--focus has no value"}, {"hunt", "--focus", "", stand_in("good")});
  expect_refusal(2, {"--summary has no value"}, {"hunt", "--time=1s", "--summary=", stand_in("good")});
  expect_refusal(2, {"--dir has no value"}, {"run", "--random", "--dir=", "--runs=3", stand_in("good")});
  // Behind the program they are the program's.
  EXPECT_EQ(heddle({"hunt", stand_in("good"), "hunt-pass", "--focus="}).exit_code, 0);
  EXPECT_EQ(heddle({"hunt", "--", stand_in("good"), "hunt-pass", "--focus=", ""}).exit_code, 0);
}

TEST_F(BadInput, SuppressionsThatMakeNoSense) {
  expect_refusal(2, {"cannot read the suppressions in no/such/file"},
                 {"hunt", "--suppressions=no/such/file", stand_in("good"), "hunt-pass"});
  expect_refusal(2, {"/dev/zero is too large for a file of suppressions"},
                 {"hunt", "--suppressions=/dev/zero", stand_in("good"), "hunt-pass"});
  expect_refusal(2, {"cannot read the suppressions in /"}, {"hunt", "--suppressions=/", stand_in("good"), "hunt-pass"});
  const std::string list = write("list", "# known\nrace:count\n\nrace count\n");
  const CommandResult result = heddle({"hunt", "--suppressions=" + list, stand_in("good"), "hunt-pass"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, "heddle: " + list + ":4: 'race count' is not a kind, a colon and a pattern\n");
  write("list", "races:count\n");
  const CommandResult unknown = heddle({"hunt", "--suppressions=" + list, stand_in("good"), "hunt-pass"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.error.find("heddle: " + list + ":1: 'races' is not one of race, race_top, "), 0U) << unknown.error;
  EXPECT_EQ(unknown.error_lines(), 1U);
}

TEST_F(BadInput, CompilerThatCannotDoIt) {
  const std::string source = write("empty.cpp", "int main() {}\n");
  const auto expect_line = [&](const std::string& words, const std::string& option, const std::string& compiler) {
    const CommandResult result = heddle({"c++", option, source, "-o", "made"}, "", {{"HEDDLE_CXX", compiler}});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.error_lines(), 1U) << result.error;
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
    EXPECT_EQ(left_behind(), std::vector<std::string>{"empty.cpp"});
  };
  expect_line("HEDDLE_CXX names no-such-compiler, which does not exist", "-g", "no-such-compiler");
  expect_line("HEDDLE_CXX names ./no-such-compiler, which does not exist", "-g", "./no-such-compiler");
  expect_line("-fsanitize=address cannot be combined", "-fsanitize=thread,address", "g++");
  expect_line("--heddle-ignore is for heddle's own instrumentation", "--heddle-ignore=" + source, "g++");
  expect_line("-fsanitize=thread cannot be combined", "-fsanitize=thread", "");
}

TEST_F(BadInput, SwitchWithAValue) {
  expect_refusal(2, {"--all takes no value"}, {"hunt", "--all=3", stand_in("good")});
  expect_refusal(2, {"--quiet takes no value"}, {"run", "--quiet=", stand_in("good")});
}

TEST_F(BadInput, OptionGivenTwice) {
  expect_refusal(2, {"--time is given twice"}, {"hunt", "--time=1s", "--time", "2s", stand_in("good")});
}

TEST_F(BadInput, OptionsThatContradict) {
  expect_refusal(2, {"--runs", "--random"}, {"run", "--runs=5", stand_in("good")});
  expect_refusal(2, {"--random", "--schedule"}, {"run", "--random", "--schedule=x", stand_in("good")});
}

TEST_F(BadInput, NoProgram) { expect_refusal(2, {"no program"}, {"run"}); }

TEST_F(BadInput, MissingProgram) {
  expect_refusal(2, {"./missing", "No such file"}, {"run", "./missing"});
  expect_refusal(2, {"missing", "No such file"}, {"run", "--random", "--", "missing"});
  expect_refusal(2, {"no program"}, {"run", ""});
}

TEST_F(BadInput, ProgramThatIsNoFile) {
  expect_refusal(2, {"/usr", "directory"}, {"run", "/usr"});
  expect_refusal(2, {"/dev/null", "regular file"}, {"run", "/dev/null"});
  fs::create_symlink("loop", folder() / "loop");
  expect_refusal(2, {"./loop"}, {"run", "./loop"});
}

TEST_F(BadInput, ProgramWithoutExecutePermission) {
  write("quiet", read_file(stand_in("good")), false);
  expect_refusal(2, {"./quiet", "execute permission"}, {"run", "./quiet"});
}

TEST_F(BadInput, ProgramThatIsNotElf) {
  write("text", "just words\n", true);
  expect_refusal(3, {"./text", "not an ELF"}, {"run", "./text"});
  write("script", "#!/bin/sh\ntrue\n", true);
  expect_refusal(3, {"./script", "script"}, {"run", "./script"});
  write("empty", "", true);
  expect_refusal(3, {"./empty", "empty"}, {"run", "./empty"});
  write("stub", read_file(stand_in("good")).substr(0, 40), true);
  expect_refusal(3, {"./stub", "truncated"}, {"run", "./stub"});
}

TEST_F(BadInput, ProgramOfAnotherMachine) {
  std::string content = read_file(stand_in("good"));
  content[4] = 1;  // EI_CLASS: ELFCLASS32
  write("small", content, true);
  expect_refusal(3, {"./small", "32-bit"}, {"run", "./small"});
  content = read_file(stand_in("good"));
  content[18] = static_cast<char>(0xb7);  // e_machine: EM_AARCH64
  write("arm", content, true);
  expect_refusal(3, {"./arm", "another processor"}, {"run", "./arm"});
}

TEST_F(BadInput, StaticProgram) { expect_refusal(3, {"statically linked", "-static"}, {"run", stand_in("static")}); }

TEST_F(BadInput, ProgramWithAnotherSanitizer) {
  for (const char* command : {"run", "hunt"}) {
    expect_refusal(3, {"is built with -fsanitize=address", "heddle cc", "without -fsanitize=address"},
                   {command, stand_in("sanitized")});
  }
}

TEST_F(BadInput, LibraryOrObjectInsteadOfProgram) {
  expect_refusal(3, {"shared library"}, {"run", stand_in("libheddle_rt.so")});
  write("object", read_file(OBJECT_FILE), true);
  expect_refusal(3, {"object file"}, {"run", "./object"});
}

TEST_F(BadInput, SetuidProgram) {
  const fs::path path = write("powerful", read_file(stand_in("good")), true);
  for (const mode_t mode : {04755U, 02755U}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    expect_refusal(3, {"./powerful", "setuid"}, {"run", "./powerful"});
  }
}

TEST_F(BadInput, ProgramOfAnotherHeddle) {
  expect_refusal(3, {"version 99", "build it with heddle"}, {"run", stand_in("old")});
}

TEST_F(BadInput, ScheduleThatCannotBeRead) {
  expect_refusal(2, {"missing.schedule", "No such file"}, {"run", "--schedule=missing.schedule", stand_in("good")});
  expect_refusal(2, {"/usr"}, {"run", "--schedule=/usr", stand_in("good")});
  write("words", "These are words\n");
  expect_refusal(2, {"words", "not a heddle schedule"}, {"run", "--schedule=words", stand_in("good")});
  write("nothing", "");
  expect_refusal(2, {"nothing", "not a heddle schedule"}, {"run", "--schedule=nothing", stand_in("good")});
}

TEST_F(BadInput, ScheduleThatIsDamaged) {
  ASSERT_EQ(heddle({"run", "--random", "--output=kept", stand_in("good"), "fail"}).exit_code, 1);
  const std::string content = read_file(folder() / "kept");
  write("short", content.substr(0, content.size() / 2));
  expect_refusal(2, {"short", "truncated"}, {"run", "--schedule=short", stand_in("good"), "fail"});
  std::string altered = content;
  altered.replace(altered.find("[2,1,0,11]"), 10, "[3,1,0,11]");
  write("altered", altered);
  expect_refusal(2, {"altered", "checksum"}, {"run", "--schedule=altered", stand_in("good"), "fail"});
  std::string newer = content;
  newer.replace(newer.find("\"version\": 1"), 12, "\"version\": 9");
  write("newer", newer);
  expect_refusal(2, {"newer", "version 9"}, {"run", "--schedule=newer", stand_in("good"), "fail"});
}

TEST_F(BadInput, ScheduleOfAnotherBuild) {
  ASSERT_EQ(heddle({"run", "--random", "--output=kept", stand_in("good"), "fail"}).exit_code, 1);
  expect_refusal(2, {"kept", "another build of good"}, {"run", "--schedule=kept", stand_in("other_build"), "fail"});
}

// /proc can be written to by nobody, root included.
TEST_F(BadInput, FolderWithoutWritePermission) {
  expect_refusal(2, {"/proc/heddle"}, {"run", "--random", "--dir=/proc/heddle", stand_in("good"), "fail"});
  expect_refusal(2, {"/proc/1.schedule"}, {"run", "--random", "--output=/proc/1.schedule", stand_in("good"), "fail"});
  expect_refusal(2, {"/proc/summary"}, {"run", "--summary=/proc/summary", stand_in("good")});
  expect_refusal(2, {"no/such/file"}, {"run", "--random", "--output=no/such/file", stand_in("good"), "fail"});
  write("file", "");
  expect_refusal(2, {"file"}, {"run", "--random", "--dir=file", stand_in("good"), "fail"});
  expect_refusal(2, {"directory"}, {"run", "--random", "--output=" + folder().string(), stand_in("good"), "fail"});
}

}  // namespace
}  // namespace heddle::test
