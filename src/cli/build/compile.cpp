#include "cli/build/compile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/base/tools.h"
#include "cli/build/compile_request.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// Sanitizers that bring a runtime of their own, which takes over memory or threads like ours does.
constexpr std::array kRivalSanitizers =
    std::to_array<std::string_view>({"thread", "memory", "address", "hwaddress", "leak"});

// Who compiles, and how its code is instrumented.
struct Compiler {
  enum class Kind : std::uint8_t {
    kPass,            // clang with heddle's own pass
    kClangSanitizer,  // another one that the user has chosen: what it does for -fsanitize=thread
    kGccSanitizer,
  };
  std::string program;
  Kind kind = Kind::kPass;
};

bool uses_sanitizer(const Compiler& compiler) { return compiler.kind != Compiler::Kind::kPass; }

// Where heddle's own files are: beside the program, in a build tree or an installation.
std::optional<fs::path> include_directory() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = self.parent_path().parent_path() / "include";
  if (!error && fs::exists(installed / "heddle" / "abi.h", error)) {
    // The compiler knows the system's folders and their order matters to it.
    const bool is_system = installed == "/usr/include" || installed == "/usr/local/include";
    return is_system ? std::nullopt : std::optional(installed);
  }
  return fs::path(HEDDLE_SOURCE_INCLUDE_DIR);
}

bool is_clang(const fs::path& compiler) {
  return run_tool(compiler, {"--version"}, "").value_or("").find("clang") != std::string::npos;
}

// The compiler that HEDDLE_CC or HEDDLE_CXX names.
std::variant<Compiler, Refusal> chosen_compiler(const char* variable, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos;
  const std::optional<fs::path> found = is_path ? fs::path(name) : find_tool(std::to_array<std::string_view>({name}));
  if (!found || ::access(found->c_str(), X_OK) != 0) {
    return Refusal{kExitUsage, fmt::format("{} names {}, which does not exist", variable, name)};
  }
  return Compiler{.program = found->string(),
                  .kind = is_clang(*found) ? Compiler::Kind::kClangSanitizer : Compiler::Kind::kGccSanitizer};
}

std::variant<Compiler, Refusal> find_compiler(Language language) {
  const bool cxx = language == Language::kCxx;
  const auto setting = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::string(value == nullptr ? "" : value);
  };
  const char* variable = cxx ? "HEDDLE_CXX" : "HEDDLE_CC";
  if (const std::string chosen = setting(variable); !chosen.empty()) {
    return chosen_compiler(variable, chosen);
  }
  if (const std::string chosen = setting(cxx ? "HEDDLE_CLANGXX" : "HEDDLE_CLANG"); !chosen.empty()) {
    return Compiler{.program = chosen};
  }
  const std::string_view name = cxx ? "clang++-19" : "clang-19";
  if (const std::optional<fs::path> found = find_tool(std::to_array({name}))) {
    return Compiler{.program = found->string()};
  }
  return Refusal{kExitUsage, fmt::format("{} not found: install the Debian package clang-19", name)};
}

// Why the request cannot be met, in one line.
std::optional<std::string> objection(const CompileRequest& request, const Compiler& compiler) {
  for (const std::string_view name : kRivalSanitizers) {
    if (request.sanitizers.contains(name) && !(name == "thread" && uses_sanitizer(compiler))) {
      return fmt::format("-fsanitize={} cannot be combined with heddle: both take over the program's memory or threads",
                         name);
    }
  }
  if (!request.ignore_file.empty() && uses_sanitizer(compiler)) {
    return "--heddle-ignore is for heddle's own instrumentation: it does not go with HEDDLE_CC or HEDDLE_CXX";
  }
  if (!request.other_machine_option.empty()) {
    return fmt::format("{} is not supported: heddle runs x86-64 programs", request.other_machine_option);
  }
  const bool makes_program = request.links && request.has_source_or_object && !request.plain_link;
  if (makes_program && !request.static_option.empty()) {
    return fmt::format("{} is not supported: heddle's runtime is a shared library", request.static_option);
  }
  return std::nullopt;
}

void append(Arguments& to, Arguments more) { std::ranges::move(more, std::back_inserter(to)); }

// Defaults that the user's options may change: they stand before those.
Arguments leading_options(Language language, const CompileRequest& request, const Compiler& compiler) {
  Arguments options;
  if (!request.has_debug_option) {
    options.emplace_back("-g");  // lines alone would not name variables
  }
  if (language == Language::kC) {
    options.emplace_back("-fexceptions");  // cancellation runs clean-up handlers by unwinding
  }
  if (language == Language::kC && compiler.kind == Compiler::Kind::kPass) {
    // What the C of 1989 allowed is a warning, as it is to gcc: old programs, and those written for verifiers.
    options.insert(options.end(), {"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
                                   "-Wno-error=return-mismatch", "-Wno-error=int-conversion",
                                   "-Wno-error=incompatible-function-pointer-types", "-Wno-error=atomic-access"});
  }
  return options;
}

// The options stand for the compiler proper alone: its driver would link ThreadSanitizer's runtime.
std::variant<Arguments, Refusal> sanitizer_options(const Compiler& compiler) {
  if (compiler.kind == Compiler::Kind::kClangSanitizer) {
    // The read of a variable that is written soon after would be left out.
    return Arguments{"-Xclang", "-fsanitize=thread", "-mllvm", "-tsan-instrument-read-before-write"};
  }
  const std::optional<fs::path> specs = find_own_library("heddle_gcc.specs");
  if (!specs) {
    return Refusal{kExitUsage, "heddle_gcc.specs is missing: heddle is not completely built or installed"};
  }
  return Arguments{"-specs=" + specs->string()};
}

std::variant<Arguments, Refusal> instrumentation_options(const CompileRequest& request, const Compiler& compiler) {
  Arguments options = {"-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer", "-D__HEDDLE__=1"};
  if (const std::optional<fs::path> include = include_directory()) {
    options.insert(options.end(), {"-isystem", include->string()});
  }
  if (uses_sanitizer(compiler)) {
    auto sanitizer =
        request.instrument && !request.without_thread_sanitizer ? sanitizer_options(compiler) : Arguments();
    if (std::holds_alternative<Refusal>(sanitizer)) {
      return sanitizer;
    }
    append(options, std::get<Arguments>(std::move(sanitizer)));
  } else if (request.instrument) {
    const std::optional<fs::path> plugin = find_own_library("heddle_pass.so");
    if (!plugin) {
      return Refusal{kExitUsage, "heddle_pass.so is missing: heddle is not completely built or installed"};
    }
    options.push_back("-fpass-plugin=" + plugin->string());
  }
  return options;
}

// First of all libraries, so that our functions come before those of libc that they stand in for.
std::variant<Arguments, Refusal> link_options(const CompileRequest& request) {
  const std::optional<fs::path> runtime = find_own_library("libheddle_rt.so");
  if (!runtime) {
    return Refusal{kExitUsage, "libheddle_rt.so is missing: heddle is not completely built or installed"};
  }
  const std::optional<fs::path> near_hooks = find_own_library("libheddle_near.a");
  if (!near_hooks) {
    return Refusal{kExitUsage, "libheddle_near.a is missing: heddle is not completely built or installed"};
  }
  const std::optional<fs::path> start = find_own_library("libheddle_start.a");
  if (!start) {
    return Refusal{kExitUsage, "libheddle_start.a is missing: heddle is not completely built or installed"};
  }
  Arguments options{"-Wl,--push-state,--whole-archive", near_hooks->string()};
  if (!request.makes_library) {
    options.push_back(start->string());
  }
  append(options, {"-Wl,--pop-state", "-Wl,--push-state,--no-as-needed", runtime->string(), "-Wl,--pop-state",
                   "-Wl,-rpath," + runtime->parent_path().string(), "-Wl,-z,now", "-Wl,--build-id", "-pthread"});
  return options;
}

// clang says what it has no use for, unless told not to; gcc does not.
void append_silently(Arguments& line, Arguments more, const Compiler& compiler) {
  const bool talks = compiler.kind != Compiler::Kind::kGccSanitizer;
  append(line, talks ? Arguments{"--start-no-unused-arguments"} : Arguments());
  append(line, std::move(more));
  append(line, talks ? Arguments{"--end-no-unused-arguments"} : Arguments());
}

// What gcc's preprocessor has left of the headers of its system: `malloc` with a function that frees, which clang takes
// for a mistake.
bool is_preprocessed_by_gcc(const std::string& argument) {
  if (!argument.ends_with(".i") || argument.starts_with("-")) {
    return false;
  }
  const std::optional<std::string> text = read_text(argument);
  return text && (text->find("__malloc__ (") != std::string::npos || text->find("__malloc__(") != std::string::npos);
}

// Such a file is preprocessed once more.
Arguments for_clang(const Arguments& arguments) {
  Arguments line;
  for (const std::string& argument : arguments) {
    if (is_preprocessed_by_gcc(argument)) {
      append(line, {"-D__malloc__(...)=__malloc__", "-x", "c", argument, "-x", "none"});
    } else {
      line.push_back(argument);
    }
  }
  return line;
}

Arguments users_arguments(Language language, const CompileRequest& request, const Compiler& compiler) {
  if (!uses_sanitizer(compiler)) {
    return language == Language::kC ? for_clang(request.arguments) : request.arguments;
  }
  Arguments kept;
  for (const std::string& argument : request.arguments) {
    if (auto rest = without_thread_sanitizer(argument)) {
      kept.push_back(*std::move(rest));
    }
  }
  return kept;
}

std::variant<Arguments, Refusal> command_line(Language language, const CompileRequest& request,
                                              const Compiler& compiler) {
  // Without inputs there is nothing of ours to do: --version, -print-..., -dumpmachine.
  const bool is_raw = !request.arguments.empty() && request.arguments.front().starts_with("-cc1");
  if (!request.has_input || is_raw) {
    return request.arguments;
  }
  auto instrumentation = instrumentation_options(request, compiler);
  if (std::holds_alternative<Refusal>(instrumentation)) {
    return instrumentation;
  }
  Arguments leading = leading_options(language, request, compiler);
  if (request.links && request.has_source_or_object && !request.plain_link) {
    auto link = link_options(request);
    if (std::holds_alternative<Refusal>(link)) {
      return link;
    }
    append(leading, std::get<Arguments>(std::move(link)));
  }
  Arguments line;
  append_silently(line, std::move(leading), compiler);
  // Ours that must win stand behind the user's options, but before a `--`, behind which all is input.
  const Arguments arguments = users_arguments(language, request, compiler);
  const auto end_of_options = std::ranges::find(arguments, "--");
  line.insert(line.end(), arguments.begin(), end_of_options);
  append_silently(line, std::get<Arguments>(std::move(instrumentation)), compiler);
  line.insert(line.end(), end_of_options, arguments.end());
  return line;
}

int execute(const std::string& compiler, const Arguments& line, bool verbose) {
  std::string shown = shell_quoted(compiler);
  std::vector<char*> pointers = {const_cast<char*>(compiler.c_str())};
  for (const std::string& argument : line) {
    shown += " " + shell_quoted(argument);
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  if (verbose) {
    print_error("{}\n", shown);
  }
  ::execvp(compiler.c_str(), pointers.data());
  return fail(kExitUsage, fmt::format("cannot run {}: {}", compiler, std::strerror(errno)));
}

}  // namespace

int compile(Language language, int argc, char** argv) {
  const Expected<CompileRequest> read = read_compile_request(Arguments(argv, argv + argc));
  if (!read) {
    return fail(kExitUsage, read.error());
  }
  const CompileRequest& request = *read;
  const std::variant<Compiler, Refusal> found = find_compiler(language);
  if (const auto* refusal = std::get_if<Refusal>(&found)) {
    return fail(*refusal);
  }
  const auto& compiler = std::get<Compiler>(found);
  if (const std::optional<std::string> problem = objection(request, compiler)) {
    return fail(kExitUsage, *problem);
  }
  const std::variant<Arguments, Refusal> line = command_line(language, request, compiler);
  if (const auto* refusal = std::get_if<Refusal>(&line)) {
    return fail(*refusal);
  }
  if (!request.ignore_file.empty()) {
    ::setenv("HEDDLE_IGNORE_FILE", request.ignore_file.c_str(), 1);
  }
  if (request.is_cxx20) {
    ::setenv("HEDDLE_CXX20", "1", 1);
  } else {
    ::unsetenv("HEDDLE_CXX20");
  }
  return execute(compiler.program, std::get<Arguments>(line), request.verbose);
}

}  // namespace heddle::cli
