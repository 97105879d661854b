// Other programs heddle calls.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The first of the names found in PATH or in LLVM's own folder.
[[nodiscard]] std::optional<std::filesystem::path> find_tool(std::span<const std::string_view> names);
// HEDDLE_SYMBOLIZER overrides the search.
[[nodiscard]] std::optional<std::filesystem::path> find_symbolizer();

// A library of ours: beside the build's or the installation's bin folder.
[[nodiscard]] std::optional<std::filesystem::path> find_own_library(std::string_view name);

// Its standard output, given this input; nothing if it cannot be started or fails.
[[nodiscard]] std::optional<std::string> run_tool(const std::filesystem::path& tool,
                                                  const std::vector<std::string>& arguments, std::string_view input);

}  // namespace heddle::cli
