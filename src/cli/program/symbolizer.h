// Addresses of code to source lines, by llvm-symbolizer: one process for all addresses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

struct SourceFrame {
  std::string function;
  std::string file;  // normalised; empty: unknown
  std::uint32_t line = 0;
};

// A place in a module's file: address with the load bias taken off.
struct CodeAddress {
  std::string module;
  std::uint64_t address = 0;
  friend auto operator<=>(const CodeAddress&, const CodeAddress&) = default;
};

class Symbolizer {
 public:
  void want(const CodeAddress& address) { frames_[address]; }
  // Looks all wanted addresses up. False: there is no llvm-symbolizer.
  [[nodiscard]] bool resolve();
  // Inlined functions innermost first; empty where nothing is known.
  [[nodiscard]] const std::vector<SourceFrame>& frames(const CodeAddress& address) const;

 private:
  std::map<CodeAddress, std::vector<SourceFrame>> frames_;
};

// One line of llvm-symbolizer's JSON.
[[nodiscard]] std::pair<CodeAddress, std::vector<SourceFrame>> parse_symbolizer_line(const std::string& line);

// Of the compiler, the C++ library or the system: not what the user wrote.
[[nodiscard]] bool is_system_source(const std::string& file);

}  // namespace heddle::cli
