#include "cli/compile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/messages.h"
#include "cli/text.h"
#include "cli/tools.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

constexpr int kMaximumResponseDepth = 8;

// Options of clang whose value is the next argument, which is then no input file.
constexpr std::array kOptionsWithValue = std::to_array<std::string_view>({"-o",
                                                                          "-x",
                                                                          "-I",
                                                                          "-D",
                                                                          "-U",
                                                                          "-L",
                                                                          "-l",
                                                                          "-F",
                                                                          "-B",
                                                                          "-T",
                                                                          "-u",
                                                                          "-e",
                                                                          "-z",
                                                                          "-A",
                                                                          "-b",
                                                                          "-MF",
                                                                          "-MT",
                                                                          "-MQ",
                                                                          "-MJ",
                                                                          "-include",
                                                                          "-imacros",
                                                                          "-isystem",
                                                                          "-iquote",
                                                                          "-idirafter",
                                                                          "-iprefix",
                                                                          "-iwithprefix",
                                                                          "-iwithprefixbefore",
                                                                          "-isysroot",
                                                                          "-ivfsoverlay",
                                                                          "-iframework",
                                                                          "-include-pch",
                                                                          "-cxx-isystem",
                                                                          "-stdlib++-isystem",
                                                                          "-Xclang",
                                                                          "-Xlinker",
                                                                          "-Xassembler",
                                                                          "-Xpreprocessor",
                                                                          "-Xanalyzer",
                                                                          "-mllvm",
                                                                          "-arch",
                                                                          "-target",
                                                                          "-framework",
                                                                          "-gcc-toolchain",
                                                                          "-aux-info",
                                                                          "-dumpdir",
                                                                          "-rpath",
                                                                          "-soname",
                                                                          "-h",
                                                                          "--param",
                                                                          "--sysroot",
                                                                          "--include-directory",
                                                                          "--output",
                                                                          "--language",
                                                                          "--define-macro",
                                                                          "-serialize-diagnostics",
                                                                          "--serialize-diagnostics",
                                                                          "-working-directory",
                                                                          "-mthread-model"});

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

// What the arguments ask for.
struct Request {
  Arguments arguments;  // for clang, without ours
  bool links = true;
  bool has_input = false;
  bool has_source_or_object = false;  // an input that is not a header
  bool has_debug_option = false;
  bool makes_library = false;
  bool plain_link = false;  // -r or -nostdlib: the result is no program to run under heddle
  std::string static_option;
  std::string other_machine_option;
  std::set<std::string, std::less<>> sanitizers;
  bool without_thread_sanitizer = false;  // -fno-sanitize=thread, and not the contrary behind it
  bool verbose = false;
  bool instrument = true;
  std::string ignore_file;
};

// Splits the text of a response file as clang does: blanks separate, quotes and backslashes protect.
Arguments split_response(std::string_view text) {
  Arguments words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) {
        words.push_back(std::move(word));
        word.clear();
        in_word = false;
      }
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  return words;
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

bool is_header(std::string_view path) {
  for (const std::string_view suffix : {".h", ".hh", ".hpp", ".hxx", ".H", ".h++"}) {
    if (path.ends_with(suffix)) {
      return true;
    }
  }
  return false;
}

// However it is said: -shared, -Wl,-soname,x,-shared, -Xlinker -Bshareable ...
bool makes_library(std::string_view option) {
  constexpr std::string_view for_linker = "-Wl,";
  if (!option.starts_with(for_linker)) {
    return option == "-shared" || option == "--shared" || option == "-Bshareable" || option == "-G";
  }
  std::size_t start = for_linker.size();
  while (start < option.size()) {
    const std::size_t end = std::min(option.find(',', start), option.size());
    if (makes_library(option.substr(start, end - start))) {
      return true;
    }
    start = end + 1;
  }
  return false;
}

bool stops_before_linking(std::string_view argument) {
  constexpr auto stops =
      std::to_array<std::string_view>({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--precompile", "--analyze",
                                       "-emit-ast", "--compile", "--assemble", "--preprocess", "-extract-api"});
  return std::ranges::find(stops, argument) != stops.end();
}

// `-g` and its kin, but not the options that only begin alike and say nothing about debug information.
bool is_debug_option(std::string_view argument) {
  return argument.starts_with("-g") && !argument.starts_with("-gcc-") && argument != "-gen-reproducer" &&
         !argument.starts_with("-gen-") && !argument.starts_with("-gno-") && argument != "-gz" &&
         !argument.starts_with("-gz=");
}

constexpr std::string_view kSanitize = "-fsanitize=";
constexpr std::string_view kNoSanitize = "-fno-sanitize=";

// The same without ThreadSanitizer, which is switched on so that nothing of it is linked; nothing if that is all.
std::optional<std::string> without_thread_sanitizer(const std::string& argument) {
  if (!argument.starts_with(kSanitize)) {
    return argument;
  }
  std::string others;
  std::istringstream names(argument.substr(kSanitize.size()));
  for (std::string name; std::getline(names, name, ',');) {
    if (name != "thread") {
      others += (others.empty() ? "" : ",") + name;
    }
  }
  return others.empty() ? std::nullopt : std::optional(std::string(kSanitize) + others);
}

class Reader {
 public:
  // Reads the arguments in order; returns what is wrong with them, if anything.
  std::optional<std::string> read(const Arguments& arguments, int depth);
  Request request;

 private:
  std::optional<std::string> read_heddle_option(std::string_view option);
  std::optional<std::string> read_response(const std::string& argument, int depth);
  void read_option(std::string_view argument);
  void read_value(std::string_view option, std::string_view value);
  void read_sanitizers(std::string_view list, bool on);
  void read_input(std::string_view path);

  std::string pending_;  // an option that waits for its value
  bool only_inputs_ = false;
  bool forwards_ = true;  // arguments are handed on; not while reading inside a response file that is handed on whole
  bool header_language_ = false;
};

void Reader::read_sanitizers(std::string_view list, bool on) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    if (name == "thread" || name == "all") {
      request.without_thread_sanitizer = !on;
    }
    if (on) {
      request.sanitizers.emplace(name);
    } else if (name == "all") {
      request.sanitizers.clear();
    } else {
      request.sanitizers.erase(std::string(name));
    }
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

void Reader::read_input(std::string_view path) {
  request.has_input = true;
  if (!is_header(path) && !header_language_) {
    request.has_source_or_object = true;
  }
}

void Reader::read_value(std::string_view option, std::string_view value) {
  if (option == "-l") {
    read_input(value);
  } else if (option == "-x" || option == "--language") {
    header_language_ = value.ends_with("-header");
  } else if (option == "-Xlinker") {
    request.makes_library |= makes_library(value);
  }
}

void Reader::read_option(std::string_view argument) {
  request.makes_library |= makes_library(argument);
  if (stops_before_linking(argument)) {
    request.links = false;
  } else if (argument == "-static" || argument == "-static-pie") {
    request.static_option = argument;
  } else if (argument == "-m32" || argument == "-mx32" || argument == "-m16") {
    request.other_machine_option = argument;
  } else if (argument == "-m64") {
    request.other_machine_option.clear();
  } else if (argument == "-r" || argument == "-nostdlib" || argument == "--relocatable") {
    request.plain_link = true;
  } else if (argument.starts_with(kSanitize)) {
    read_sanitizers(argument.substr(kSanitize.size()), true);
  } else if (argument.starts_with(kNoSanitize)) {
    read_sanitizers(argument.substr(kNoSanitize.size()), false);
  } else if (argument.starts_with("-l")) {
    read_input(argument);
  } else if (argument.starts_with("-x")) {
    header_language_ = argument.ends_with("-header");
  } else if (is_debug_option(argument)) {
    request.has_debug_option = true;
  }
}

std::optional<std::string> Reader::read_heddle_option(std::string_view option) {
  constexpr std::string_view ignore = "--heddle-ignore=";
  if (option == "--heddle-verbose") {
    request.verbose = true;
  } else if (option == "--heddle-no-instrument") {
    request.instrument = false;
  } else if (option.starts_with(ignore)) {
    std::error_code error;
    const fs::path path = fs::absolute(option.substr(ignore.size()), error);
    if (error || ::access(path.c_str(), R_OK) != 0 || fs::is_directory(path, error)) {
      return fmt::format("cannot read the ignore file {}", option.substr(ignore.size()));
    }
    request.ignore_file = path;
  } else {
    const std::vector<std::string> known = {"--heddle-verbose", "--heddle-no-instrument", "--heddle-ignore=FILE"};
    return fmt::format("unknown option {} (there are {}, {} and {})", option, known[0], known[1], known[2]);
  }
  return std::nullopt;
}

// The file is handed on as it is, so that it may be longer than a command line; but our own options and
// -fsanitize=thread have to go, and a file with such options is handed on word by word.
std::optional<std::string> Reader::read_response(const std::string& argument, int depth) {
  const std::optional<std::string> text = read_text(argument.substr(1));
  if (!text || depth >= kMaximumResponseDepth) {
    request.arguments.push_back(argument);  // clang has words for it
    return std::nullopt;
  }
  const Arguments words = split_response(*text);
  const bool has_ours = std::ranges::any_of(words, [](const std::string& word) {
    return word.starts_with("--heddle-") || without_thread_sanitizer(word) != word;
  });
  const bool forwarded_before = forwards_;
  if (!has_ours && forwards_) {
    request.arguments.push_back(argument);
    forwards_ = false;
  }
  std::optional<std::string> problem = read(words, depth + 1);
  forwards_ = forwarded_before;
  return problem;
}

std::optional<std::string> Reader::read(const Arguments& arguments, int depth) {
  for (const std::string& argument : arguments) {
    if (pending_.empty() && !only_inputs_ && argument.starts_with("--heddle-")) {
      if (std::optional<std::string> problem = read_heddle_option(argument)) {
        return problem;
      }
      continue;
    }
    if (pending_.empty() && argument.size() > 1 && argument.starts_with("@")) {
      if (std::optional<std::string> problem = read_response(argument, depth)) {
        return problem;
      }
      continue;
    }
    if (forwards_) {
      request.arguments.push_back(argument);
    }
    if (!pending_.empty()) {
      read_value(pending_, argument);
      pending_.clear();
    } else if (only_inputs_ || argument == "-" || !argument.starts_with("-")) {
      read_input(argument);
    } else if (argument == "--") {
      only_inputs_ = true;
    } else if (std::ranges::find(kOptionsWithValue, argument) != kOptionsWithValue.end()) {
      pending_ = argument;
    } else {
      read_option(argument);
    }
  }
  return std::nullopt;
}

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
    return Refusal{kExitUsage, fmt::format("{} names {}, which is not there", variable, name)};
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
std::optional<std::string> objection(const Request& request, const Compiler& compiler) {
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
Arguments leading_options(Language language, const Request& request) {
  Arguments options;
  if (!request.has_debug_option) {
    options.emplace_back("-g");  // lines alone would not name variables
  }
  if (language == Language::kC) {
    options.emplace_back("-fexceptions");  // cancellation runs clean-up handlers by unwinding
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

std::variant<Arguments, Refusal> instrumentation_options(const Request& request, const Compiler& compiler) {
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
std::variant<Arguments, Refusal> link_options(const Request& request) {
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

Arguments users_arguments(const Request& request, const Compiler& compiler) {
  if (!uses_sanitizer(compiler)) {
    return request.arguments;
  }
  Arguments kept;
  for (const std::string& argument : request.arguments) {
    if (auto rest = without_thread_sanitizer(argument)) {
      kept.push_back(*std::move(rest));
    }
  }
  return kept;
}

std::variant<Arguments, Refusal> command_line(Language language, const Request& request, const Compiler& compiler) {
  // Without inputs there is nothing of ours to do: --version, -print-..., -dumpmachine.
  const bool is_raw = !request.arguments.empty() && request.arguments.front().starts_with("-cc1");
  if (!request.has_input || is_raw) {
    return request.arguments;
  }
  auto instrumentation = instrumentation_options(request, compiler);
  if (std::holds_alternative<Refusal>(instrumentation)) {
    return instrumentation;
  }
  Arguments leading = leading_options(language, request);
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
  const Arguments arguments = users_arguments(request, compiler);
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
    fmt::print(stderr, "{}\n", shown);
  }
  ::execvp(compiler.c_str(), pointers.data());
  return fail(kExitUsage, fmt::format("cannot run {}: {}", compiler, std::strerror(errno)));
}

}  // namespace

int compile(Language language, int argc, char** argv) {
  Reader reader;
  if (const std::optional<std::string> problem = reader.read(Arguments(argv, argv + argc), 0)) {
    return fail(kExitUsage, *problem);
  }
  const Request& request = reader.request;
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
  return execute(compiler.program, std::get<Arguments>(line), request.verbose);
}

}  // namespace heddle::cli
