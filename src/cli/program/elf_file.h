// What heddle wants to know of an ELF file, without running it.
//
// Every look into the file is checked against its size: a damaged file gives "nothing there", never a crash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/abi.h"
#include "trace/expected.h"

namespace heddle::cli {

// The static record of an instrumented place, strings resolved.
struct SiteRecord {
  std::string file, function, variable, type;
  std::uint32_t line = 0;
  std::uint16_t column = 0;
  heddle_site_kind kind = HEDDLE_SITE_READ;
  std::uint32_t size = 0;
};

struct SymbolHit {
  std::string name;  // demangled
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  bool is_function = false;
};

class ElfFile {
 public:
  enum class Type { kRelocatable, kExecutable, kSharedLibrary, kCore, kOther };

  // An error where the file cannot be read or is no 64-bit x86-64 ELF file.
  static Expected<ElfFile> open(const std::filesystem::path& path);

  ElfFile(ElfFile&& other) noexcept;
  ElfFile& operator=(ElfFile&& other) noexcept;
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;
  ~ElfFile();

  [[nodiscard]] Type type() const { return type_; }
  // Started by the dynamic loader.
  [[nodiscard]] bool has_interpreter() const { return has_interpreter_; }
  [[nodiscard]] const std::vector<std::string>& needed() const { return needed_; }
  // Hexadecimal; where the linker made none, a hash of the content, so that builds can always be told apart.
  [[nodiscard]] std::string build_id() const;
  // The ABI versions of the instrumented units in it; empty: not instrumented.
  [[nodiscard]] const std::vector<std::uint32_t>& unit_versions() const { return unit_versions_; }
  // Code built with -fsanitize=thread calls the runtime for it: elsewhere, as it should, or linked into this file.
  enum class SanitizerUse { kNone, kElsewhere, kInside };
  [[nodiscard]] SanitizerUse thread_sanitizer() const;
  // Another sanitizer that is in it and has the program's memory for itself: what -fsanitize= calls it. Empty: none.
  [[nodiscard]] std::string memory_sanitizer() const;
  // Instrumented by heddle's pass or by such code.
  [[nodiscard]] bool is_instrumented() const {
    return !unit_versions_.empty() || thread_sanitizer() == SanitizerUse::kElsewhere;
  }

  // The heddle_site at an address of the file (load bias taken off).
  [[nodiscard]] std::optional<SiteRecord> site_at(std::uint64_t address) const;
  // Addresses of all of them.
  [[nodiscard]] std::vector<std::uint64_t> site_addresses() const;
  // Every address that a call may return to, and some others: what stands before them reads as a call.
  [[nodiscard]] std::vector<std::uint64_t> return_addresses() const;
  // The object or function an address of the file belongs to.
  [[nodiscard]] std::optional<SymbolHit> symbol_at(std::uint64_t address) const;

 private:
  struct Load {
    std::uint64_t address, offset, size;
    bool executable;
  };
  struct Symbol {
    std::uint64_t address, size;
    std::string_view name;
    bool is_function;
    friend auto operator<=>(const Symbol&, const Symbol&) = default;
  };

  explicit ElfFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void parse();
  void parse_notes(std::span<const std::byte> notes, std::uint64_t address);
  void parse_dynamic(std::span<const std::byte> dynamic);
  // Calls it with every table and its names.
  template <typename Function>
  void for_each_symbol_table(Function&& function) const;
  void parse_symbols() const;
  void add_symbols(std::span<const std::byte> table, std::span<const std::byte> names) const;
  [[nodiscard]] std::span<const std::byte> file_range(std::uint64_t offset, std::uint64_t size) const;
  // From an address to the end of the loadable piece it is in; empty if it is in none.
  [[nodiscard]] std::span<const std::byte> from_address(std::uint64_t address) const;
  [[nodiscard]] std::string string_at(std::uint64_t address) const;

  std::span<const std::byte> bytes_;  // the mapped file
  Type type_ = Type::kOther;
  bool has_interpreter_ = false;
  std::vector<Load> loads_;
  std::vector<std::string> needed_;
  std::vector<std::uint32_t> unit_versions_;
  std::vector<std::uint64_t> units_;  // addresses of heddle_unit
  std::string build_id_;
  mutable bool symbols_parsed_ = false;
  mutable std::vector<Symbol> symbols_;  // sorted by address; filled at the first question
};

[[nodiscard]] std::string demangle(const std::string& name);
// The name of a type, as std::type_info has it.
[[nodiscard]] std::string demangle_type(const std::string& name);

}  // namespace heddle::cli
