#include "cli/event_listing.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "cli/elf_file.h"
#include "cli/symbolizer.h"
#include "core/operation.h"
#include "report/text_events.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

// Files below the working directory by their relative name: shorter, and what the user types.
std::string shown_path(const std::string& file) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path relative = fs::path(file).lexically_normal().lexically_relative(here);
  return error || relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

std::string at_line(const std::string& file, std::uint32_t line) {
  return fmt::format("{}:{}", shown_path(file), line);
}

// The modules of the target as files on disk, opened when first asked for.
class Modules {
 public:
  Modules(const SharedSegment& segment, fs::path program) : segment_(segment), program_(std::move(program)) {}

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
  fs::path program_;
  std::map<std::string, std::unique_ptr<ElfFile>> files_;
};

class Describer {
 public:
  Describer(const SharedSegment& segment, const fs::path& program)
      : segment_(segment), modules_(segment, program), paths_(thread_paths(segment.threads())) {}

  // False: no llvm-symbolizer.
  [[nodiscard]] bool look_up_stacks() {
    for (const segment::RecordedEvent& event : segment_.events()) {
      if (!is_user_site(site(event))) {
        for (const std::uint64_t address : segment_.stack(event)) {
          if (const auto code = code_address(address)) {
            symbolizer_.want(*code);
          }
        }
      }
    }
    return symbolizer_.resolve();
  }

  [[nodiscard]] EventRow describe(const segment::RecordedEvent& event) {
    const Event& performed = event.event;
    EventRow row;
    row.thread = fmt::format("T{}", performed.thread.value);
    row.path = path_of(performed.thread);
    row.where = where(event);
    row.operation = name(performed.operation.kind);
    if (is_atomic_access(performed.operation.kind) || performed.operation.kind == OperationKind::kFence) {
      row.operation += " " + std::string(name(performed.operation.order));
    }
    row.what = what(event);
    return row;
  }

 private:
  static bool is_user_site(const SiteRecord* site) {
    return site != nullptr && site->line != 0 && !site->file.empty() && !is_system_source(site->file);
  }

  // Null where there is none. Events of one site are many: each record is read once.
  const SiteRecord* site(const segment::RecordedEvent& event) {
    const auto [entry, is_new] = sites_.try_emplace(event.site_record);
    if (is_new && event.site_record != 0) {
      entry->second = read_site(event.site_record);
    }
    return entry->second.get();
  }

  std::unique_ptr<SiteRecord> read_site(std::uint64_t address) {
    const segment::Module* module = modules_.find(address);
    const ElfFile* file = module == nullptr ? nullptr : modules_.file(*module);
    auto record = file == nullptr ? std::nullopt : file->site_at(address - module->base);
    if (!record) {
      return nullptr;
    }
    if (!record->file.empty()) {
      record->file = fs::path(record->file).lexically_normal().string();
    }
    return std::make_unique<SiteRecord>(std::move(*record));
  }

  // Return addresses point behind the call; one less is in it.
  [[nodiscard]] std::optional<CodeAddress> code_address(std::uint64_t return_address) const {
    const segment::Module* module = modules_.find(return_address);
    if (module == nullptr) {
      return std::nullopt;
    }
    return CodeAddress{.module = modules_.path(*module), .address = return_address - module->base - 1};
  }

  [[nodiscard]] std::string path_of(ThreadId thread) const {
    return thread.value < paths_.size() ? paths_[thread.value] : "";
  }

  // The innermost place the user wrote: not in the C++ library's headers, not in a library that is not instrumented.
  std::string where(const segment::RecordedEvent& event) {
    const SiteRecord* record = site(event);
    if (is_user_site(record)) {
      return at_line(record->file, record->line);
    }
    std::string fallback = record != nullptr && record->line != 0 ? at_line(record->file, record->line) : "";
    for (const std::uint64_t address : segment_.stack(event)) {
      const auto code = code_address(address);
      if (!code) {
        continue;
      }
      const bool instrumented = modules_.find(address)->instrumented != 0;
      for (const SourceFrame& frame : symbolizer_.frames(*code)) {
        if (frame.line != 0 && instrumented && !is_system_source(frame.file)) {
          return at_line(frame.file, frame.line);
        }
        if (frame.line != 0 && instrumented && fallback.empty()) {
          fallback = at_line(frame.file, frame.line);
        }
      }
      if (fallback.empty() && instrumented) {
        fallback = fmt::format("{}+{:#x}", fs::path(code->module).filename().string(), code->address + 1);
      }
    }
    return fallback.empty() ? "-" : fallback;
  }

  // What the program's symbol tables call an address. The middle of a function is no name for a value.
  std::string symbol(std::uint64_t address) {
    const segment::Module* module = modules_.find(address);
    const ElfFile* file = module == nullptr ? nullptr : modules_.file(*module);
    const auto hit = file == nullptr ? std::nullopt : file->symbol_at(address - module->base);
    if (!hit || (hit->is_function && hit->offset != 0)) {
      return "";
    }
    return hit->offset == 0 ? hit->name : fmt::format("{}+{}", hit->name, hit->offset);
  }

  std::string object(const segment::RecordedEvent& event) {
    const SiteRecord* record = site(event);
    if (record != nullptr && !record->variable.empty()) {
      return record->variable;
    }
    if (event.variable != 0) {
      return std::string(segment_.text(event.variable));
    }
    return symbol(event.event.operation.address);
  }

  std::string what(const segment::RecordedEvent& event) {
    std::string text = object(event);
    const std::string value = values(event);
    if (!value.empty()) {
      text += (text.empty() ? "" : ": ") + value;
    }
    const std::string note = remark(event.event);
    return note.empty() ? text : text + (text.empty() ? "" : " ") + note;
  }

  std::string values(const segment::RecordedEvent& event) {
    const std::string value = value_of(event, event.value);
    return event.has_before != 0 ? value_of(event, event.before) + " -> " + value : value;
  }

  // Pointers to functions, objects and vtables by their names.
  std::string value_of(const segment::RecordedEvent& event, const std::uint64_t (&value)[2]) {
    const SiteRecord* record = site(event);
    const std::string type = record != nullptr ? record->type : "";
    if (event.value_size == sizeof(void*) && value[0] != 0) {
      const OperationKind kind = event.event.operation.kind;
      // A vtable pointer points behind the table's header.
      const bool is_vptr = kind == OperationKind::kVptrRead || kind == OperationKind::kVptrWrite;
      std::string known = symbol(is_vptr ? value[0] - 2 * sizeof(void*) : value[0]);
      if (!known.empty()) {
        return is_vptr ? known : "&" + known;
      }
      if (is_vptr) {
        return fmt::format("{:#x}", value[0]);
      }
    }
    return value_text(value, event.value_size, type);
  }

  // What is not plain about it.
  [[nodiscard]] std::string remark(const Event& event) const {
    if (event.variant == kTimeout) {
      return "(times out)";
    }
    if (event.variant == kSpurious) {
      return "(spurious wake-up)";
    }
    if (is_thread_lifecycle(event.operation.kind) && event.other != kNoThread) {
      return fmt::format("T{} {}", event.other.value, path_of(event.other));
    }
    if (event.operation.kind == OperationKind::kChoose) {
      return fmt::format("gives {}", event.variant);
    }
    if (event.variant != kProceed) {
      return fmt::format("(wakes waiter {})", event.variant + 1);
    }
    return event.succeeded ? "" : "(fails)";
  }

  const SharedSegment& segment_;
  Modules modules_;
  Symbolizer symbolizer_;
  std::vector<std::string> paths_;
  std::map<std::uint64_t, std::unique_ptr<SiteRecord>> sites_;
};

}  // namespace

std::string event_listing(const SharedSegment& segment, const std::filesystem::path& program) {
  Describer describer(segment, program);
  std::string text;
  if (!describer.look_up_stacks()) {
    text = "note: llvm-symbolizer-19 is not there, so some places are shown as module and offset\n";
  }
  std::vector<EventRow> rows;
  for (const segment::RecordedEvent& event : segment.events()) {
    rows.push_back(describer.describe(event));
  }
  text += to_text(rows);
  if (segment.result().event_count > rows.size()) {
    text += fmt::format("... and {} more, which were not recorded\n", segment.result().event_count - rows.size());
  }
  return text;
}

}  // namespace heddle::cli
