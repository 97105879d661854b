// Options that more than one strategy takes.
#pragma once

#include "core/settings.h"
#include "engine/continuation.h"

namespace heddle {

inline constexpr Setting kSeed{
    .name = "seed", .value = "S", .help = "Same seed, same exploration", .fallback = "1", .check = check_number};

// Its patterns are the command line's business, which says where they lie in the program; the strategy has the words.
inline constexpr Setting kFocus{
    .name = "focus",
    .value = "PATTERN",
    .help = "Preempt threads only in these files and functions: globs, separated by commas; without it, anywhere",
    .fallback = "",
    .is_list = true};

struct Continuing {
  Continuation continuation = Continuation::kFair;
  std::uint32_t slice = kFairSlice;
};
[[nodiscard]] Continuing continuing(const Settings& settings);

[[nodiscard]] std::string check_continuation(std::string& value);
inline constexpr Setting kContinuation{
    .name = "continuation",
    .value = "WORD",
    .help =
        "Which thread runs after the last deviation: fair:K, the same thread for up to K steps; minimum, the same "
        "thread; or random",
    .fallback = "fair:10000",
    .check = check_continuation};

// Of strategies without a seed.
[[nodiscard]] std::string check_fixed_continuation(std::string& value);
inline constexpr Setting kFixedContinuation{.name = kContinuation.name,
                                            .value = kContinuation.value,
                                            .help = kContinuation.help,
                                            .fallback = kContinuation.fallback,
                                            .check = check_fixed_continuation};

}  // namespace heddle
