#include "cli/story/event_describer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>

#include "core/operation.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

bool is_user_site(const SiteRecord* site) {
  return site != nullptr && site->line != 0 && !site->file.empty() && !is_system_source(site->file);
}

// "heap block of 24 bytes + 8 (freed)": what the runtime calls memory of the heap.
constexpr std::string_view kBlock = "heap block";

struct BlockWords {
  std::string_view size;  // " of 24 bytes"
  std::string_view rest;  // " + 8 (freed)"
  std::uint64_t start = 0;
};

std::optional<BlockWords> block_words(std::string_view name, std::uint64_t address) {
  constexpr std::string_view kUnit = " bytes";
  const std::size_t unit = name.find(kUnit);
  if (!name.starts_with(kBlock) || unit == std::string_view::npos) {
    return std::nullopt;
  }
  BlockWords words;
  words.size = name.substr(kBlock.size(), unit + kUnit.size() - kBlock.size());
  words.rest = name.substr(unit + kUnit.size());
  constexpr std::string_view kPlus = " + ";
  std::uint64_t offset = 0;
  if (words.rest.starts_with(kPlus)) {
    std::from_chars(words.rest.data() + kPlus.size(), words.rest.data() + words.rest.size(), offset);
  }
  words.start = address - offset;
  return words;
}

std::string signal_name(std::uint32_t number) {
  if (number == 0) {
    return "";
  }
  const char* known = sigabbrev_np(static_cast<int>(number));
  if (known != nullptr) {
    return fmt::format("SIG{}", known);
  }
  const auto first = static_cast<std::uint32_t>(SIGRTMIN);
  return number >= first ? fmt::format("SIGRTMIN+{}", number - first) : fmt::format("signal {}", number);
}

std::string signal_remark(const Event& event) {
  switch (event.operation.kind) {
    case OperationKind::kSignalDeliver:
      return event.variant == kEarlySignal ? "is delivered, just before the call" : "is delivered";
    case OperationKind::kSignalHold:
      return "is delivered later";
    case OperationKind::kSignalSend:
      return event.variant == kProceed ? "" : fmt::format("(to candidate {})", event.variant + 1);
    default:
      return event.variant == kTimeout ? "(times out)" : "";
  }
}

}  // namespace

// Files below the working directory by their relative name: shorter, and what the user types.
std::string shown_path(const std::string& file) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path relative = fs::path(file).lexically_normal().lexically_relative(here);
  return error || relative.empty() || *relative.begin() == ".." ? file : relative.string();
}

std::string to_text(const Place& place) {
  if (!place.file.empty()) {
    return fmt::format("{}:{}", shown_path(place.file), place.line);
  }
  return place.module_offset.empty() ? "-" : place.module_offset;
}

EventDescriber::EventDescriber(const SharedSegment& segment, const fs::path& program)
    : segment_(segment), modules_(segment, program), paths_(thread_paths(segment.threads())) {
  number_blocks();
}

void EventDescriber::number_blocks() {
  std::map<std::string, std::vector<std::uint64_t>, std::less<>> starts;  // by size
  for (const segment::RecordedEvent& event : segment_.events()) {
    const Operation& operation = event.event.operation;
    if (event.variable == 0 || operation.kind < OperationKind::kMutexLock ||
        operation.kind > OperationKind::kBarrierDestroy) {
      continue;
    }
    if (const auto words = block_words(segment_.text(event.variable), operation.address)) {
      std::vector<std::uint64_t>& known = starts[std::string(words->size)];
      if (std::ranges::find(known, words->start) == known.end()) {
        known.push_back(words->start);
      }
    }
  }
  for (const auto& [size, blocks] : starts) {
    for (std::size_t i = 0; blocks.size() > 1 && i < blocks.size(); ++i) {
      numbered_[blocks[i]] = i + 1;
    }
  }
}

// What the runtime calls the object: "heap block #2 of 24 bytes + 8". There must be such a name.
std::string EventDescriber::name_in_target(const segment::RecordedEvent& event) const {
  const std::string_view name = segment_.text(event.variable);
  if (const auto words = block_words(name, event.event.operation.address)) {
    if (const auto number = numbered_.find(words->start); number != numbered_.end()) {
      return fmt::format("{} #{}{}{}", kBlock, number->second, words->size, words->rest);
    }
  }
  return std::string(name);
}

bool EventDescriber::look_up_stacks() {
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

void EventDescriber::want_stack(const segment::RecordedEvent& event) {
  for (const std::uint64_t address : segment_.stack(event)) {
    if (const auto code = code_address(address)) {
      symbolizer_.want(*code);
    }
  }
}

Stack EventDescriber::stack(const segment::RecordedEvent& event) {
  Stack stack;
  for (const std::uint64_t address : segment_.stack(event)) {
    const auto code = code_address(address);
    if (!code) {
      continue;
    }
    StackFrame frame;
    frame.module = fs::path(code->module).filename().string();
    frame.offset = code->address + 1;
    const bool is_library = modules_.find(address)->instrumented == 0;
    const std::vector<SourceFrame>& known = symbolizer_.frames(*code);
    for (const SourceFrame& source : known) {
      frame.function = source.function;
      frame.file = source.file.empty() ? "" : shown_path(source.file);
      frame.line = source.line;
      frame.library = is_library || is_system_source(source.file);
      stack.push_back(frame);
    }
    if (known.empty()) {
      frame.library = is_library;
      stack.push_back(frame);
    }
  }
  return stack;
}

std::string EventDescriber::memory(const segment::RecordedEvent& event) {
  if (event.variable != 0) {
    return name_in_target(event);
  }
  return event.event.operation.address == 0 ? "" : symbol(event.event.operation.address);
}

EventWords EventDescriber::describe(const segment::RecordedEvent& event) {
  const Event& performed = event.event;
  EventWords words;
  words.place = place(event);
  words.operation = name(performed.operation.kind);
  if (is_atomic_access(performed.operation.kind) || performed.operation.kind == OperationKind::kFence) {
    words.operation += " " + std::string(name(performed.operation.order));
  }
  words.object = object(event);
  words.value = values(event);
  words.remark = event.waits != 0 ? wait_remark(performed) : remark(event);
  return words;
}

// Null where there is none. Events of one site are many: each record is read once.
const SiteRecord* EventDescriber::site(const segment::RecordedEvent& event) {
  const auto [entry, is_new] = sites_.try_emplace(event.site_record);
  if (is_new && event.site_record != 0) {
    entry->second = read_site(event.site_record);
  }
  return entry->second.get();
}

std::unique_ptr<SiteRecord> EventDescriber::read_site(std::uint64_t address) {
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
std::optional<CodeAddress> EventDescriber::code_address(std::uint64_t return_address) const {
  const segment::Module* module = modules_.find(return_address);
  if (module == nullptr) {
    return std::nullopt;
  }
  return CodeAddress{.module = modules_.path(*module), .address = return_address - module->base - 1};
}

std::string EventDescriber::path_of(ThreadId thread) const {
  return thread.value < paths_.size() ? paths_[thread.value] : "";
}

// The innermost place the user wrote: not in the C++ library's headers, not in a library that is not instrumented.
Place EventDescriber::place(const segment::RecordedEvent& event) {
  const SiteRecord* record = site(event);
  if (is_user_site(record)) {
    return {.file = record->file, .line = record->line, .module_offset = {}};
  }
  Place fallback;
  if (record != nullptr && record->line != 0) {
    fallback = {.file = record->file, .line = record->line, .module_offset = {}};
  }
  for (const std::uint64_t address : segment_.stack(event)) {
    const auto code = code_address(address);
    if (!code || modules_.find(address)->instrumented == 0) {
      continue;
    }
    for (const SourceFrame& frame : symbolizer_.frames(*code)) {
      if (frame.line != 0 && !is_system_source(frame.file)) {
        return {.file = frame.file, .line = frame.line, .module_offset = {}};
      }
      if (frame.line != 0 && fallback.file.empty()) {
        fallback.file = frame.file;
        fallback.line = frame.line;
      }
    }
    if (fallback.file.empty() && fallback.module_offset.empty()) {
      fallback.module_offset = fmt::format("{}+{:#x}", fs::path(code->module).filename().string(), code->address + 1);
    }
  }
  return fallback;
}

// What the program's symbol tables call an address. The middle of a function is no name for a value.
std::string EventDescriber::symbol(std::uint64_t address) {
  const segment::Module* module = modules_.find(address);
  const ElfFile* file = module == nullptr ? nullptr : modules_.file(*module);
  const auto hit = file == nullptr ? std::nullopt : file->symbol_at(address - module->base);
  if (!hit || (hit->is_function && hit->offset != 0)) {
    return "";
  }
  return hit->offset == 0 ? hit->name : fmt::format("{}+{}", hit->name, hit->offset);
}

std::string EventDescriber::object(const segment::RecordedEvent& event) {
  const OperationKind kind = event.event.operation.kind;
  if (kind == OperationKind::kYield || kind == OperationKind::kChoose) {
    return "";  // a long loop gives way at an access to whatever; a choice is among values
  }
  if (is_signal_operation(event.event.operation.kind)) {
    return signal_name(event.event.operation.size);
  }
  const SiteRecord* record = site(event);
  if (record != nullptr && !record->variable.empty()) {
    // The C++ library's own names (`this->_M_i` in an atomic) say nothing, nor does `*operator new()`.
    const std::string known = is_user_site(record) ? "" : symbol(event.event.operation.address);
    const bool is_nameless = event.variable != 0 && ((!is_user_site(record) && record->variable.ends_with("_M_i")) ||
                                                     record->variable.find("operator new") != std::string::npos);
    return !known.empty() ? known : is_nameless ? name_in_target(event) : record->variable;
  }
  if (event.variable != 0) {
    return name_in_target(event);
  }
  const Operation& operation = event.event.operation;
  std::string known = symbol(operation.address);
  if (known.empty() && operation.address != 0 && operation.kind > OperationKind::kThreadCancel) {
    // A lock or the like on the main stack: at least it can be told from others.
    const auto number = unnamed_.try_emplace(operation.address, unnamed_.size() + 1).first->second;
    known = fmt::format("object {}", number);
  }
  return known;
}

std::string EventDescriber::values(const segment::RecordedEvent& event) {
  if (event.has_before == 2) {
    return value_of(event, event.before) + " -> ...";
  }
  const std::string value = value_of(event, event.value);
  return event.has_before != 0 ? value_of(event, event.before) + " -> " + value : value;
}

// Pointers to functions, objects and vtables by their names.
std::string EventDescriber::value_of(const segment::RecordedEvent& event, const std::uint64_t (&value)[2]) {
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

// Of what is not done yet, at the end of a deadlock.
std::string EventDescriber::wait_remark(const Event& event) const {
  if (event.other == kNoThread) {
    return "(waits)";
  }
  const std::string other = fmt::format("T{} {}", event.other.value, path_of(event.other));
  return is_thread_lifecycle(event.operation.kind) ? other + " (waits)" : "(waits, held by " + other + ")";
}

// What is not plain about it.
std::string EventDescriber::remark(const segment::RecordedEvent& recorded) const {
  const Event& event = recorded.event;
  if (is_signal_operation(event.operation.kind)) {
    return signal_remark(event);
  }
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
    return recorded.variable != 0 ? fmt::format("gives {}", segment_.text(recorded.variable))
                                  : fmt::format("gives {}", event.variant);
  }
  if (event.variant != kProceed) {
    return fmt::format("(wakes waiter {})", event.variant + 1);
  }
  return event.succeeded ? "" : "(fails)";
}

}  // namespace heddle::cli
