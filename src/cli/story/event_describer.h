// Recorded events in the words of the program: source lines, names and values instead of addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/program/elf_file.h"
#include "cli/program/symbolizer.h"
#include "cli/target/shared_segment.h"
#include "core/finding.h"

namespace heddle::cli {

// A place in the sources, or where there is none in the module.
struct Place {
  std::string file;  // as the compiler was told, normalised; empty: unknown
  std::uint32_t line = 0;
  std::string module_offset;  // "bank+0x1234", where the file is unknown
};

// "bank.cpp:14", with files below the working directory by their relative name; "-" where nothing is known.
[[nodiscard]] std::string to_text(const Place& place);
[[nodiscard]] std::string shown_path(const std::string& file);

struct EventWords {
  Place place;
  std::string operation;  // "write", "atomic-load acquire"
  std::string object;     // "account.balance"
  std::string value;      // "3 -> 4"
  std::string remark;     // "(times out)", "T1 main.1"
};

// The modules of the target as files on disk, opened when first asked for.
class Modules {
 public:
  Modules(const SharedSegment& segment, std::filesystem::path program)
      : segment_(segment), program_(std::move(program)) {}

  [[nodiscard]] const segment::Module* find(std::uint64_t address) const {
    for (const segment::Module& module : segment_.modules()) {
      if (address >= module.low && address < module.high) {
        return &module;
      }
    }
    return nullptr;
  }

  [[nodiscard]] std::string path(const segment::Module& module) const {
    const std::string_view path = segment_.text(module.path);
    return path.empty() ? program_.string() : std::string(path);
  }

  [[nodiscard]] const ElfFile* file(const segment::Module& module) {
    const auto [entry, is_new] = files_.try_emplace(path(module));
    if (is_new) {
      auto opened = ElfFile::open(path(module));
      if (opened) {
        entry->second = std::make_unique<ElfFile>(std::move(*opened));
      }
    }
    return entry->second.get();
  }

 private:
  const SharedSegment& segment_;
  std::filesystem::path program_;
  std::map<std::string, std::unique_ptr<ElfFile>> files_;
};

class EventDescriber {
 public:
  // `program`: the module without a path.
  EventDescriber(const SharedSegment& segment, const std::filesystem::path& program);

  // False: no llvm-symbolizer, so that some places are modules and offsets.
  [[nodiscard]] bool look_up_stacks();
  // To be looked up with the others: all frames of this one.
  void want_stack(const segment::RecordedEvent& event);
  // Its frames, inlined functions among them, innermost first.
  [[nodiscard]] Stack stack(const segment::RecordedEvent& event);
  [[nodiscard]] EventWords describe(const segment::RecordedEvent& event);
  // Where the object lies: "table+56", "heap block of 24 bytes + 8"; empty: unknown.
  [[nodiscard]] std::string memory(const segment::RecordedEvent& event);
  [[nodiscard]] std::string path_of(ThreadId thread) const;

 private:
  [[nodiscard]] const SiteRecord* site(const segment::RecordedEvent& event);
  [[nodiscard]] std::unique_ptr<SiteRecord> read_site(std::uint64_t address);
  [[nodiscard]] std::optional<CodeAddress> code_address(std::uint64_t return_address) const;
  [[nodiscard]] Place place(const segment::RecordedEvent& event);
  [[nodiscard]] std::string symbol(std::uint64_t address);
  [[nodiscard]] std::string object(const segment::RecordedEvent& event);
  void number_blocks();
  [[nodiscard]] std::string name_in_target(const segment::RecordedEvent& event) const;
  [[nodiscard]] std::string values(const segment::RecordedEvent& event);
  [[nodiscard]] std::string value_of(const segment::RecordedEvent& event, const std::uint64_t (&value)[2]);
  [[nodiscard]] std::string remark(const segment::RecordedEvent& recorded) const;
  [[nodiscard]] std::string wait_remark(const Event& event) const;

  const SharedSegment& segment_;
  Modules modules_;
  Symbolizer symbolizer_;
  std::vector<std::string> paths_;
  std::map<std::uint64_t, std::unique_ptr<SiteRecord>> sites_;
  std::map<std::uint64_t, std::size_t> unnamed_;  // addresses of primitives without a name: their numbers
  // Heap blocks with a lock or the like in them, where there are others of that size: their numbers, by their start.
  std::map<std::uint64_t, std::size_t> numbered_;
};

// A value of a C or C++ type, as a debugger would print it; `type` is its source name, empty if unknown.
[[nodiscard]] std::string value_text(const std::uint64_t (&value)[2], unsigned size, const std::string& type);

}  // namespace heddle::cli
