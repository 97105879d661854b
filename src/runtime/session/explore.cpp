#include "runtime/session/explore.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/heddle.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/real.h"
#include "runtime/models/process.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/schedule/failures.h"
#include "runtime/session/target_executor.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"
#include "trace/explore_answer.h"

namespace heddle::runtime {
namespace {

// Exit codes of the command line, for what goes wrong before it is there to say so.
constexpr int kWrongUse = 2;
constexpr int kInternalError = 4;

// Pointers, because nothing here is destroyed when the program exits.
struct Calls {
  std::string name;
  std::uint32_t count;
};
std::vector<Calls>* counted = nullptr;
std::string* last_report = nullptr;
// In the process under control: the name without its number, which is 0 where no call is named.
const std::string* awaited = nullptr;
std::uint32_t awaited_number = 0;

std::string name_of(const heddle_explore_call& call) {
  std::string name = call.file == nullptr ? "?" : call.file;
  name += ":" + std::to_string(call.line);
  for (const char* const* argument = call.arguments; argument != nullptr && *argument != nullptr; ++argument) {
    name += " ";
    name += *argument;
  }
  return name;
}

heddle_exploration result(int status, std::string report, bool complete = false) {
  if (last_report == nullptr) {
    last_report = new std::string;
  }
  *last_report = std::move(report);
  return {.status = status, .complete = complete ? 1 : 0, .report = last_report->c_str()};
}

heddle_exploration wrong_thread() {
  return result(kWrongUse, "heddle::explore was called by another thread than main: it can be called by main only\n");
}

// Files in memory: nothing on disk, no pipe to fill up.
class Captured {
 public:
  // Inherited: by the same number in the command, besides where it is put there.
  explicit Captured(unsigned flags = MFD_CLOEXEC) : descriptor_(::memfd_create("heddle-explore", flags)) {}
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;
  ~Captured() { ::close(descriptor_); }
  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::string text() const {
    std::string text;
    char buffer[4096];
    ssize_t size = 0;
    while ((size = ::pread(descriptor_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0) {
      text.append(buffer, static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  int descriptor_;
};

// The tool of the same installation: bin/heddle in a folder above this library.
std::string find_heddle() {
  if (const char* chosen = std::getenv("HEDDLE"); chosen != nullptr && chosen[0] != '\0') {
    return chosen;
  }
  Dl_info info{};
  char path[PATH_MAX];
  if (::dladdr(reinterpret_cast<const void*>(&find_heddle), &info) == 0 ||
      ::realpath(info.dli_fname, path) == nullptr) {
    return "";
  }
  std::string folder = path;
  for (std::size_t slash = 0; (slash = folder.rfind('/')) != std::string::npos && slash != 0;) {
    folder.resize(slash);
    std::string candidate = folder + "/bin/heddle";
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return "";
}

std::string own_program() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  return size <= 0 || size == sizeof path ? "" : std::string(path, static_cast<std::size_t>(size));
}

// As given to the program, also where it has changed argv since.
std::vector<std::string> own_arguments() {
  std::vector<std::string> arguments;
  const int descriptor = ::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  std::string text;
  char buffer[4096];
  ssize_t size = 0;
  while ((size = ::read(descriptor, buffer, sizeof buffer)) > 0) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  ::close(descriptor);
  for (std::size_t at = text.find('\0') + 1; at != 0 && at < text.size(); at = text.find('\0', at) + 1) {
    arguments.emplace_back(text.c_str() + at);
  }
  return arguments;
}

void append(std::vector<std::string>& to, const char* const* words) {
  for (; words != nullptr && *words != nullptr; ++words) {
    to.emplace_back(*words);
  }
}

bool starts_with(const char* text, std::string_view beginning) {
  return std::string_view(text).substr(0, beginning.size()) == beginning;
}

bool names(const char* const* options, std::string_view name) {
  for (; options != nullptr && *options != nullptr; ++options) {
    if (starts_with(*options, name)) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> hunt_command(const std::string& heddle, const std::string& program,
                                      const heddle_explore_call& call) {
  std::vector<std::string> command{heddle, "hunt"};
  // By its whole name: whoever replays a finding may stand in another folder than the test did.
  char folder[PATH_MAX];
  if (!names(call.options, "--dir") && ::getcwd(folder, sizeof folder) != nullptr) {
    command.push_back(std::string("--dir=") + folder + "/.heddle");
  }
  append(command, call.options);
  command.emplace_back("--");
  command.push_back(program);
  for (std::string& argument : own_arguments()) {
    command.push_back(std::move(argument));
  }
  append(command, call.arguments);
  return command;
}

// GoogleTest would share out the tests that its filter leaves, and leave this one to somebody else.
bool is_ours_to_drop(const char* variable) {
  return starts_with(variable, "HEDDLE_EXPLORE=") || starts_with(variable, "HEDDLE_EXPLORE_ANSWER=") ||
         starts_with(variable, "GTEST_TOTAL_SHARDS=") || starts_with(variable, "GTEST_SHARD_INDEX=") ||
         starts_with(variable, "GTEST_SHARD_STATUS_FILE=");
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size() + 1);
  for (std::string& word : words) {
    all.push_back(word.data());
  }
  all.push_back(nullptr);
  return all;
}

// What waitpid() gives, or -1 with errno.
int run(std::vector<std::string> command, const std::string& name, const Captured& out, const Captured& error,
        const Captured& answer) {
  std::vector<std::string> environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_ours_to_drop(*variable)) {
      environment.emplace_back(*variable);
    }
  }
  environment.push_back(std::string(segment::kExploreName) + "=" + name);
  environment.push_back(std::string(kExploreAnswer) + "=" + std::to_string(answer.descriptor()));
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, error.descriptor(), STDERR_FILENO);
  pid_t process = 0;
  const int failed = real().posix_spawn(&process, command.front().c_str(), &actions, nullptr, pointers(command).data(),
                                        pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    errno = failed;
    return -1;
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) {
      return -1;
    }
  }
  return status;
}

std::string numbered(const std::string& name) {
  if (counted == nullptr) {
    counted = new std::vector<Calls>;
  }
  for (Calls& calls : *counted) {
    if (calls.name == name) {
      return std::to_string(++calls.count) + " " + name;
    }
  }
  counted->push_back({.name = name, .count = 1});
  return "1 " + name;
}

heddle_exploration explore_from_outside(const heddle_explore_call& call) {
  if (real().gettid() != real().getpid()) {
    return wrong_thread();
  }
  const std::string name = numbered(name_of(call));
  const std::string heddle = find_heddle();
  if (heddle.empty()) {
    return result(kWrongUse, "heddle::explore cannot find the heddle command: HEDDLE= can name it\n");
  }
  const Captured out;
  const Captured error;
  const Captured answer(0U);
  const int status = run(hunt_command(heddle, own_program(), call), name, out, error, answer);
  if (status == -1) {
    return result(kWrongUse, "heddle::explore cannot run " + heddle + ": " + std::strerror(errno) + "\n");
  }
  if (!WIFEXITED(status)) {
    return result(kInternalError,
                  out.text() + error.text() + "heddle: killed by signal " + std::to_string(WTERMSIG(status)) + "\n");
  }
  const int code = WEXITSTATUS(status);
  // Up to here what went to standard error was about progress.
  return result(code, code <= 1 ? out.text() : out.text() + error.text(), answer.text() == "complete");
}

bool is_awaited(const heddle_explore_call& call) {
  return awaited == nullptr || (name_of(call) == *awaited && ++state().explore_calls == awaited_number);
}

// The test around it may catch what the body throws. Nobody does here, so it is told where it was thrown.
[[gnu::noinline]] bool passes(int (*body)(void*), void* argument) {
  end_unwinding_here();
  return body(argument) != 0;
}

heddle_exploration explore_here(int (*body)(void*), void* argument, const heddle_explore_call& call,
                                const void* caller) {
  if (state().exploring) {
    unsupported("heddle::explore inside the body of another");
  }
  if (state().current.value != 0) {
    return wrong_thread();
  }
  if (!is_awaited(call)) {
    return result(0, "not explored: another call of heddle::explore is\n");
  }
  explore_start();
  if (!passes(body, argument)) {
    program_fail(call.file, call.line, "the body of heddle::explore returned false");
  }
  end_process(0, caller);
}

}  // namespace

heddle_exploration explore(int (*body)(void*), void* argument, const heddle_explore_call& call, const void* caller) {
  return controlled() ? explore_here(body, argument, call, caller) : explore_from_outside(call);
}

void take_explore_name() {
  const char* text = std::getenv(segment::kExploreName);
  if (text == nullptr) {
    return;
  }
  char* name = nullptr;
  awaited_number = static_cast<std::uint32_t>(std::strtoul(text, &name, 10));
  awaited = new std::string(*name == ' ' ? name + 1 : name);
  unsetenv(segment::kExploreName);
}

void await_first_explore() { worker_segment().result.renewal.awaits_explore = 1; }
bool awaits_explore() { return awaited != nullptr || worker_segment().result.renewal.awaits_explore != 0; }

void explore_not_reached(const Outcome& outcome) {
  char text[512];
  Line line(text, sizeof text);
  line.text("heddle::explore");
  if (awaited != nullptr) {
    line.text(" at ").text(awaited->c_str());
  }
  line.text(" was not reached again: ");
  if (outcome.kind == OutcomeKind::kPassed || outcome.kind == OutcomeKind::kExit) {
    line.text("the program ended with status ").number(static_cast<unsigned long>(outcome.exit_status));
  } else {
    line.text(std::string(name(outcome.kind)).c_str());
    line.text(outcome_text()[0] == '\0' ? "" : ": ").text(outcome_text());
  }
  leave_process(segment::Phase::kNotReached, text, 3);
}

}  // namespace heddle::runtime
