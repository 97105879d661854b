// Where the threads of a hanging target are, by source line.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::cli {

// The runtime's lines "    <module>+0x<offset>" become "    <function> at <file>:<line>" where debug information has
// them; all others stay as they are. The executable is called "main program" there.
[[nodiscard]] std::string with_source_lines(const std::string& detail, const std::filesystem::path& program);

// The same for places "{<module>+0x<offset>}" inside a line: "<file>:<line>", of the program rather than of a library.
[[nodiscard]] std::string with_source_places(const std::string& line, const std::filesystem::path& program);

}  // namespace heddle::cli
