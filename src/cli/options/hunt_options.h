// What `heddle hunt` was asked to do.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/base/exit_codes.h"
#include "cli/options/execution_options.h"
#include "core/options.h"
#include "core/settings.h"
#include "strategies/registry.h"

namespace heddle::cli {

class OptionsParser;

enum class Progress {
  kAuto,   // a line that is rewritten on a terminal, lines elsewhere
  kPlain,  // lines
  kJson,   // the same for programs
  kNone,
};

struct HuntOptions : ExecutionOptions {
  ExecutionLimits first_limits = kSmallestLimits;  // they grow up to `limits`
  std::string program;
  std::vector<std::string> arguments;
  std::string strategy{strategies().front().name};
  Settings settings;  // of the strategy
  Options exploration;
  bool points_given = false;
  std::vector<std::string> focus;  // patterns; empty: everywhere
  std::chrono::milliseconds time{60'000};
  unsigned jobs = 1;                // workers
  std::uint64_t worker_memory = 0;  // bytes of a worker; 0: no limit
  bool resume = false;
  bool free = false;                  // threads are not controlled
  std::vector<std::string> defining;  // what was given of what makes it this search and no other
  Progress progress = Progress::kAuto;
  bool quiet = false;
  std::string summary;                    // file; empty: none
  std::vector<std::string> suppressions;  // files
  std::string generated_suppressions;     // file, "-": standard output; empty: none
  std::string folder = ".heddle";
};

// Of a strategy that is known.
[[nodiscard]] Strategy::Traits traits_of(const HuntOptions& options);

// Of an option that defines a search, by its name without dashes, what was said by it or is so by default, in one form
// for all ways of saying it; empty: of this option nothing but its words is known.
[[nodiscard]] std::string meaning_of(const HuntOptions& options, std::string_view name);

// An exit code where the command ends here. What is wrong is printed, or where `wrong` is given put there.
[[nodiscard]] std::variant<HuntOptions, ExitCode> parse_hunt_options(std::span<char* const> words,
                                                                     std::string* wrong = nullptr);
// All options of the command, for it and for `heddle list`.
void declare_hunt_options(OptionsParser& parser, HuntOptions& options);

// "90", "90s", "1.5m", "200ms", "1h"; nothing where it is no such time.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_time(std::string_view text);
// "65536", "64K", "1.5G"; nothing where it is no such size.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);
// The words of the options.
[[nodiscard]] std::string_view name_of(Points points);

}  // namespace heddle::cli
