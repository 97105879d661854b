#include "cli/build/compile_request.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

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

bool is_cxx20(std::string_view standard) {
  constexpr std::string_view kYears[] = {"20", "2a", "23", "2b", "26", "2c"};
  const std::size_t plus = standard.rfind('+');
  return plus != std::string_view::npos && std::ranges::find(kYears, standard.substr(plus + 1)) != std::end(kYears);
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

class Reader {
 public:
  // Reads the arguments in order; returns what is wrong with them, if anything.
  std::optional<std::string> read(const Arguments& arguments, int depth);
  CompileRequest request;

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
  } else if (const auto standard = argument.find("-std="); standard <= 1) {  // also --std=
    request.is_cxx20 = is_cxx20(argument.substr(standard + 5));
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

}  // namespace

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

Expected<CompileRequest> read_compile_request(const Arguments& arguments) {
  Reader reader;
  if (std::optional<std::string> problem = reader.read(arguments, 0)) {
    return Error{*std::move(problem)};
  }
  return std::move(reader.request);
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace heddle::cli
