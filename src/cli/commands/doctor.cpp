// heddle doctor: what is there, and what heddle will do with or without it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/base/limits.h"
#include "cli/base/machine.h"
#include "cli/base/printing.h"
#include "cli/base/tools.h"
#include "cli/commands/commands.h"
#include "cli/options/options_parser.h"

namespace heddle::cli {
namespace {

struct Ability {
  const char* id;  // for --json
  std::string what;
  bool available = false;
  std::string use;        // in words: what heddle will do
  bool required = false;  // nothing works without it
};

using Abilities = std::vector<Ability>;

Ability fact(const char* id, std::string what, std::string use) {
  return {.id = id, .what = std::move(what), .available = true, .use = std::move(use)};
}

Ability feature(const char* id, std::string what, bool available, const char* with, const char* without) {
  return {.id = id, .what = std::move(what), .available = available, .use = available ? with : without};
}

void look_at_machine(Abilities& findings) {
  findings.push_back(fact("kernel", "Linux " + kernel_version(), "its features are checked below"));
  findings.push_back(fact("libc", "glibc " + libc_version(), "programs use it unchanged"));
  const bool memfd = has_memfd();
  findings.push_back({"memfd", "shared memory (memfd)", memfd,
                      memfd ? "command line and program talk through it" : "heddle cannot talk to the program", true});
  for (Need& need : needs()) {
    findings.push_back({need.id, std::move(need.what), need.met, std::move(need.use), true});
  }
  Need threads = need_of_threads();
  findings.push_back({threads.id, std::move(threads.what), threads.met, std::move(threads.use), true});
  findings.push_back(feature("fsgsbase", "FSGSBASE instructions", has_fsgsbase(), "threads are switched in user space",
                             "every switch of threads costs a system call: slower"));
  findings.push_back(feature("fixed_addresses", "address randomisation can be turned off", can_disable_randomisation(),
                             "addresses are the same in every process",
                             "addresses differ between processes; names and hashes do not depend on them"));
  findings.push_back(feature("syscall_user_dispatch", "Syscall User Dispatch", has_syscall_dispatch(),
                             "heddle sees and undoes system calls inside libraries",
                             "heddle sees only calls of known functions, and may not undo others"));
  findings.push_back(feature("write_tracking", "userfaultfd and PAGEMAP_SCAN", has_write_tracking(),
                             "the kernel reports which memory a run changed",
                             "heddle finds changed memory by comparing it: slower for large programs"));
}

std::string found_at(const std::optional<std::filesystem::path>& path) { return path ? path->string() : "not found"; }

void look_for_tools(Abilities& findings) {
  constexpr std::array<std::string_view, 1> kClang = {"clang-19"};
  constexpr std::array<std::string_view, 1> kGdb = {"gdb"};
  const auto clang = find_tool(kClang);
  findings.push_back({"clang", "clang-19: " + found_at(clang), clang.has_value(),
                      clang ? "heddle cc and heddle c++ call it" : "nothing can be built: apt install clang-19", true});
  const auto symbolizer = find_symbolizer();
  findings.push_back(feature("symbolizer", "llvm-symbolizer: " + found_at(symbolizer), symbolizer.has_value(),
                             "call stacks are shown by source line",
                             "call stacks are shown by module and offset: apt install llvm-19"));
  const auto gdb = find_tool(kGdb);
  findings.push_back(feature("gdb", "gdb: " + found_at(gdb), gdb.has_value(), "heddle replay --gdb uses it",
                             "heddle replay --gdb does not work: apt install gdb"));
  const int scope = ptrace_scope();
  findings.push_back(feature("ptrace", "attaching a debugger", scope <= 0, "gdb may attach to a run",
                             "gdb has to start the run itself (kernel.yama.ptrace_scope)"));
}

void look_for_own_files(Abilities& findings) {
  const auto runtime = find_own_library("libheddle_rt.so");
  findings.push_back({"runtime", "heddle's runtime: " + found_at(runtime), runtime.has_value(),
                      runtime ? "programs are linked with it" : "nothing can be linked or run: build or install it",
                      true});
  const auto pass = find_own_library("heddle_pass.so");
  findings.push_back({"pass", "heddle's compiler plugin: " + found_at(pass), pass.has_value(),
                      pass ? "clang loads it" : "nothing can be built: build or install it", true});
}

bool can_work(const Abilities& findings) {
  return std::ranges::all_of(findings, [](const Ability& finding) { return finding.available || !finding.required; });
}

std::string to_text(const Abilities& findings) {
  std::size_t width = 0;
  for (const Ability& finding : findings) {
    width = std::max(width, finding.what.size());
  }
  std::string text;
  for (const Ability& finding : findings) {
    text += fmt::format("{:<4} {:<{}}  {}\n",
                        finding.available  ? "yes"
                        : finding.required ? "NO"
                                           : "no",
                        finding.what, width, finding.use);
  }
  return text +
         (can_work(findings) ? "\nheddle can work here.\n" : "\nheddle cannot work here: see the lines with NO.\n");
}

std::string to_json_text(const Abilities& findings) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::object();
  for (const Ability& finding : findings) {
    checks[finding.id] = {
        {"what", finding.what}, {"available", finding.available}, {"required", finding.required}, {"use", finding.use}};
  }
  return nlohmann::ordered_json{{"version", 1}, {"can_work", can_work(findings)}, {"checks", checks}}.dump(2) + "\n";
}

}  // namespace

int doctor(int argc, char** argv) {
  bool json = false;
  OptionsParser parser("heddle doctor", "heddle doctor [--json]",
                       "Says what this machine and its kernel offer, and what heddle will use or do instead.");
  parser.footer("Exit status: 0 heddle can work here, 3 it cannot.");
  parser.add_flag("--json", json, "Print one JSON object", "Options");
  if (const auto code = parser.parse_arguments(argc, argv)) {
    return *code;
  }
  if (!parser.rest().empty()) {
    return parser.usage_error("unexpected argument " + parser.rest().front());
  }
  Abilities findings;
  look_at_machine(findings);
  look_for_tools(findings);
  look_for_own_files(findings);
  print("{}", json ? to_json_text(findings) : to_text(findings));
  return can_work(findings) ? kExitClean : kExitCannotExplore;
}

}  // namespace heddle::cli
