#include "cli/target/debugger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): sigaction
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cli/target/target_process.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kShell = "SHELL=";

// The runtime calls heddle_failed where the program has failed; for a crash, in the handler of its signal. SIG61 is
// what it looks for unseen waits with.
constexpr std::string_view kRun = R"(set breakpoint pending on
set disable-randomization on
handle SIGSYS SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIG61 nostop noprint pass
break heddle_failed
commands
silent
printf "heddle: %s\n", (char*)$rdi
end
run
)";

// From the runtime's function to the line of the program that called into it.
constexpr std::string_view kGoToProgram = R"(python
def heddle_is_of_program(frame):
    library = gdb.solib_name(frame.pc()) or ""
    if any(name in library for name in ("libheddle_rt", "libc.so", "libstdc++", "libgcc_s")):
        return False
    symtab = frame.find_sal().symtab
    return symtab is None or not symtab.fullname().startswith("/usr/")
def heddle_go_to_program():
    frame = gdb.selected_frame()
    while frame is not None and not heddle_is_of_program(frame):
        frame = frame.older()
    if frame is not None:
        frame.select()
    gdb.execute("frame")
heddle_go_to_program()
end
)";

std::size_t count_of(char** variables) {
  std::size_t count = 0;
  while (variables[count] != nullptr) {
    ++count;
  }
  return count;
}

// Without a shell gdb splits arguments at blanks, and hands its own quotes on.
bool needs_shell(const std::string& argument) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  return argument.empty() || argument.find_first_not_of(kPlain) != std::string::npos;
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char character : word) {
    text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  }
  return text + "'";
}

// What the target needs to know must not reach gdb itself, nor what gdb starts: where that is a shell, `env` sets it.
std::string environment_commands(int descriptor, const std::string& preload, bool shell) {
  const std::vector<std::string> before(environ, environ + count_of(environ));
  std::vector<std::string> variables = target_environment(environ, descriptor, preload);
  std::erase_if(variables, [&before](const std::string& variable) {
    return !variable.starts_with(kShell) && std::ranges::find(before, variable) != before.end();
  });
  std::string commands = shell ? "set startup-with-shell on\nset exec-wrapper env" : "set startup-with-shell off\n";
  for (const std::string& variable : variables) {
    commands += shell ? " " + quoted(variable) : "set environment " + variable + "\n";
  }
  return commands + "\n";
}

// A file that gdb can read by name, and nobody has to remove.
class Script {
 public:
  explicit Script(std::string_view text) : descriptor_(::memfd_create("heddle-gdb", 0)) {
    written_ = descriptor_ >= 0 && ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;
  ~Script() { ::close(descriptor_); }
  [[nodiscard]] bool written() const { return written_; }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
  bool written_ = false;
};

// ^C is gdb's.
int run_in_foreground(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  std::fflush(nullptr);
  const pid_t process = ::fork();
  if (process == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      ::signal(signal, SIG_DFL);
    }
    ::setenv("SHELL", "/bin/sh", 1);  // whose quotes gdb knows; the target gets the user's
    ::execvp(pointers[0], pointers.data());
    ::_exit(127);
  }
  int status = 0;
  while (process > 0 && ::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return process > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

ExitCode debug(const TargetRunner& runner, const SharedSegment& segment) {
  const bool shell = std::ranges::any_of(runner.arguments(), needs_shell);
  ::fcntl(segment.descriptor(), F_SETFD, 0);
  const Script run(environment_commands(segment.descriptor(), runner.target().preload.string(), shell) +
                   std::string(kRun));
  const Script go(kGoToProgram);
  if (!run.written() || !go.written()) {
    return fail(kExitInternalError, fmt::format("internal error: cannot write a script: {}", std::strerror(errno)));
  }
  std::vector<std::string> words{"gdb", "-q", "-x", run.path(), "-x", go.path(), "--args"};
  words.push_back(runner.target().path.string());
  words.insert(words.end(), runner.arguments().begin(), runner.arguments().end());
  if (run_in_foreground(words) == 127) {
    return fail(kExitUsage, "cannot start gdb: is it installed?");
  }
  if (segment.result().failure_reached.load() != 0) {
    return kExitFailed;
  }
  const segment::Phase phase = segment.result().phase.load();
  return fail(kExitCannotExplore, phase == segment::Phase::kNotStarted ? "the program was not run in gdb"
                                                                       : "the failure was not reached in gdb");
}

}  // namespace heddle::cli
