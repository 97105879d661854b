#include "runtime/program/modules.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "core/hash.h"
#include "runtime/contexts/pool.h"
#include "runtime/contexts/side_stack.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/own_memory.h"
#include "runtime/machine/own_text.h"
#include "runtime/program/heap.h"
#include "runtime/program/linked_code.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

bool library_mapped = false;

namespace {

constexpr std::size_t kMaxModules = 512;
Module modules[kMaxModules];
std::size_t count = 0;
std::uint32_t generation = 0;
constexpr Module no_module{};
// What else was linked into a module, once somebody has asked.
struct ModuleCode {
  CodeTables tables;
  LinkedCode linked;
  bool known = false;
  bool has_unseen_parts = false;  // HEDDLE_UNIT_UNSEEN
};
ModuleCode codes[kMaxModules];

const LinkedCode& linked_code(std::size_t index) {
  ModuleCode& code = codes[index];
  if (!code.known) {
    code.linked.read(code.tables);
    code.known = true;
  }
  return code.linked;
}
Gates gates;
bool own_operators = false;
bool libraries_changed = false;

// Code addresses already named: direct-mapped, refilled when modules change.
struct NamedCode {
  std::uintptr_t address;
  std::uint64_t name;
  bool instrumented;
  bool marked;
  bool quiet;
};
constexpr std::size_t kNamedCodes = 4096;
NamedCode named_codes[kNamedCodes];

// Calls function(content, size) for the notes of one type that heddle's pass has put into a file.
template <typename Function>
void for_each_note(const dl_phdr_info& info, std::uint32_t type, Function&& function) {
  for (int index = 0; index < info.dlpi_phnum; ++index) {
    const ElfW(Phdr)& header = info.dlpi_phdr[index];
    if (header.p_type != PT_NOTE) {
      continue;
    }
    std::uintptr_t position = info.dlpi_addr + header.p_vaddr;
    const std::uintptr_t end = position + header.p_memsz;
    const std::uintptr_t alignment = header.p_align == 8 ? 8 : 4;
    while (position + sizeof(ElfW(Nhdr)) <= end) {
      const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(position);
      const std::uintptr_t name = position + sizeof(note);
      const std::uintptr_t content = (name + note.n_namesz + alignment - 1) & ~(alignment - 1);
      if (note.n_type == type && note.n_namesz == sizeof(HEDDLE_NOTE_NAME) &&
          std::memcmp(reinterpret_cast<const void*>(name), HEDDLE_NOTE_NAME, sizeof(HEDDLE_NOTE_NAME)) == 0) {
        function(content, std::size_t{note.n_descsz});
      }
      position = (content + note.n_descsz + alignment - 1) & ~(alignment - 1);
    }
  }
}

template <typename Function>
void for_each_unit(const dl_phdr_info& info, Function&& function) {
  for_each_note(info, HEDDLE_NOTE_UNIT, [&](std::uintptr_t content, std::size_t /*size*/) {
    const auto& payload = *reinterpret_cast<const heddle_note*>(content);
    if (payload.abi_version != HEDDLE_ABI_VERSION) {
      unsupported("an object compiled by another version of heddle");
    }
    function(*reinterpret_cast<const heddle_unit*>(reinterpret_cast<std::uintptr_t>(&payload.unit) +
                                                   static_cast<std::uintptr_t>(payload.unit)));
  });
}

ProgramConstants constants;

// Known ones count once.
template <typename Number>
void add_constant(Number (&known)[ProgramConstants::kMost], std::uint32_t& known_count, const void* position) {
  Number number;
  std::memcpy(&number, position, sizeof number);
  if (std::find(known, known + known_count, number) != known + known_count) {
    return;
  }
  if (known_count == ProgramConstants::kMost) {
    ++constants.left_out;
    return;
  }
  known[known_count++] = number;
}

void add_constants(std::uintptr_t content, std::size_t size) {
  const auto& head = *reinterpret_cast<const heddle_constants*>(content);
  constants.left_out += head.left_out;
  const auto* numbers = reinterpret_cast<const std::byte*>(content + sizeof head);
  for (std::size_t index = 0; index < (size - sizeof head) / sizeof(std::int64_t); ++index) {
    const std::byte* const position = numbers + index * sizeof(std::int64_t);
    if (index < head.integer_count) {
      add_constant(constants.integers, constants.integer_count, position);
    } else {
      add_constant(constants.floatings, constants.floating_count, position);
    }
  }
}

template <typename Type>
Type* relative(const std::int64_t& field) {
  return reinterpret_cast<Type*>(reinterpret_cast<std::uintptr_t>(&field) + static_cast<std::uintptr_t>(field));
}

const char* copy_text(const char* text) {
  const std::size_t size = std::strlen(text) + 1;
  char* copy = static_cast<char*>(own_allocate(size));
  std::memcpy(copy, text, size);
  return copy;
}

bool is_unwinder(const char* path) {
  constexpr const char* kName = "/libgcc_s.so";
  const std::size_t length = std::strlen(kName);
  for (const char* position = path; *position != '\0'; ++position) {
    if (*position == '/' && std::strlen(position) >= length && std::memcmp(position, kName, length) == 0) {
      return true;
    }
  }
  return false;
}

// libc, the compiler's libraries and the C++ library: threads order each other there by what is intercepted.
bool is_known(const char* path) {
  constexpr std::string_view kKnown[] = {"libc.so",      "libm.so",      "libpthread.so", "libdl.so",
                                         "librt.so",     "libstdc++.so", "libc++",        "libgcc_s.so",
                                         "libatomic.so", "ld-linux",     "linux-vdso",    "libheddle"};
  const char* slash = std::strrchr(path, '/');
  const std::string_view file = slash == nullptr ? path : slash + 1;
  return std::ranges::any_of(kKnown, [file](std::string_view name) { return file.starts_with(name); });
}

// The dynamic section of a loaded file. The loader has turned addresses in it into absolute ones, but not where it may
// not write (the vdso).
class DynamicSection {
 public:
  explicit DynamicSection(const dl_phdr_info& info) : base_(info.dlpi_addr) {
    for (int index = 0; index < info.dlpi_phnum; ++index) {
      if (info.dlpi_phdr[index].p_type == PT_DYNAMIC) {
        entries_ = reinterpret_cast<const ElfW(Dyn)*>(base_ + info.dlpi_phdr[index].p_vaddr);
      }
    }
  }
  // 0: there is none.
  [[nodiscard]] std::uintptr_t value(ElfW(Sxword) tag) const {
    for (const ElfW(Dyn)* entry = entries_; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == tag) {
        return entry->d_un.d_val;
      }
    }
    return 0;
  }
  template <typename Type>
  [[nodiscard]] const Type* at(ElfW(Sxword) tag) const {
    const std::uintptr_t address = value(tag);
    return reinterpret_cast<const Type*>(address == 0 || address >= base_ ? address : address + base_);
  }

 private:
  std::uintptr_t base_;
  const ElfW(Dyn) * entries_ = nullptr;
};

// Every unit built with -fsanitize=thread calls __tsan_init from a constructor. Relocations are looked through, not
// symbols, whose number is nowhere said.
bool refers_to_thread_sanitizer(const dl_phdr_info& info) {
  constexpr char kInit[] = "__tsan_init";
  const DynamicSection dynamic(info);
  const auto* symbols = dynamic.at<ElfW(Sym)>(DT_SYMTAB);
  const auto* names = dynamic.at<char>(DT_STRTAB);
  const auto any_in = [&](const ElfW(Rela) * relocations, std::size_t size) {
    for (std::size_t index = 0; relocations != nullptr && index < size / sizeof *relocations; ++index) {
      const auto symbol = ELF64_R_SYM(relocations[index].r_info);
      if (symbol != 0 && std::strcmp(names + symbols[symbol].st_name, kInit) == 0) {
        return true;
      }
    }
    return false;
  };
  return symbols != nullptr && names != nullptr &&
         (any_in(dynamic.at<ElfW(Rela)>(DT_JMPREL), dynamic.value(DT_PLTRELSZ)) ||
          any_in(dynamic.at<ElfW(Rela)>(DT_RELA), dynamic.value(DT_RELASZ)));
}

const std::byte* frames_of(const dl_phdr_info& info) {
  for (int index = 0; index < info.dlpi_phnum; ++index) {
    if (info.dlpi_phdr[index].p_type == PT_GNU_EH_FRAME) {
      return reinterpret_cast<const std::byte*>(info.dlpi_addr + info.dlpi_phdr[index].p_vaddr);
    }
  }
  return nullptr;
}

// Of a module that was there before it is known already.
void keep_code(ModuleCode& code, const CodeTables& tables, bool marked) {
  const bool is_same = code.tables.base == tables.base && code.tables.frames == tables.frames &&
                       code.tables.functions.data() == tables.functions.data() &&
                       std::strcmp(code.tables.path, tables.path) == 0;
  if (!is_same) {
    code.linked = {};
    code.known = !marked;
  }
  code.tables = tables;
}

int add_module(dl_phdr_info* info, std::size_t, void*) {
  if (count == kMaxModules) {
    unsupported("more than 512 loaded libraries");
  }
  Module& module = modules[count];
  module = {.number = count + 1,
            .low = ~std::uintptr_t{0},
            .high = 0,
            .base = info->dlpi_addr,
            .path = "",
            .instrumented = false,
            .marked = false,
            .own = false,
            .unseen = false,
            .quiet = false};
  for (int index = 0; index < info->dlpi_phnum; ++index) {
    const ElfW(Phdr)& header = info->dlpi_phdr[index];
    if (header.p_type == PT_LOAD) {
      const std::uintptr_t low = page_down(info->dlpi_addr + header.p_vaddr);
      const std::uintptr_t high = page_up(info->dlpi_addr + header.p_vaddr + header.p_memsz);
      module.low = low < module.low ? low : module.low;
      module.high = high > module.high ? high : module.high;
    }
  }
  if (module.high == 0) {
    return 0;
  }
  const auto here = reinterpret_cast<std::uintptr_t>(&add_module);
  module.own = here >= module.low && here < module.high;
  module.path = copy_text(info->dlpi_name != nullptr ? info->dlpi_name : "");
  module.quiet = is_unwinder(module.path);
  CodeTables tables{.base = module.base, .path = module.path, .frames = frames_of(*info), .functions = {}};
  codes[count].has_unseen_parts = false;
  for_each_unit(*info, [&](const heddle_unit& unit) {
    module.instrumented = true;
    codes[count].has_unseen_parts |= (unit.flags & HEDDLE_UNIT_UNSEEN) != 0;
    tables.functions = {relative<const std::int32_t>(unit.functions), relative<const std::int32_t>(unit.functions_end)};
  });
  for_each_note(*info, HEDDLE_NOTE_CONSTANTS, add_constants);
  const bool thread_sanitizer = !module.own && refers_to_thread_sanitizer(*info);
  module.marked = module.instrumented && !thread_sanitizer;
  module.instrumented |= thread_sanitizer;
  module.unseen = !module.instrumented && !module.own && !is_known(module.path);
  keep_code(codes[count], tables, module.marked);
  ++count;
  return 0;
}

[[nodiscard]] bool is_open(const heddle_site& site, const Gates& wanted) {
  switch (site.kind) {
    case HEDDLE_SITE_FRAME_END:
      return wanted.open && wanted.frame_ends;
    case HEDDLE_SITE_FUNCTION:
      return wanted.open && wanted.calls;
    default:
      return wanted.open;
  }
}

int set_gates_of(dl_phdr_info* info, std::size_t, void* wanted) {
  const Gates open = *static_cast<const Gates*>(wanted);
  for_each_unit(*info, [open](const heddle_unit& unit) {
    const auto* sites = relative<heddle_site>(unit.sites);
    auto* gates = relative<std::uint8_t>(unit.gates);
    for (std::uint32_t index = 0; index < unit.site_count; ++index) {
      gates[index] = is_open(sites[index], open) ? 1 : 0;
    }
    *relative<std::uint8_t>(unit.any_gate) = open.open ? 1 : 0;
  });
  return 0;
}

struct SiteSearch {
  std::uint64_t key;
  const heddle_site* found;
};

int search_sites(dl_phdr_info* info, std::size_t, void* argument) {
  auto& search = *static_cast<SiteSearch*>(argument);
  for_each_unit(*info, [&](const heddle_unit& unit) {
    const auto* sites = relative<heddle_site>(unit.sites);
    for (std::uint32_t index = 0; index < unit.site_count && search.found == nullptr; ++index) {
      search.found = sites[index].key == search.key ? &sites[index] : nullptr;
    }
  });
  return search.found == nullptr ? 0 : 1;
}

void fill(NamedCode* entry, std::uintptr_t code, int /*unused*/, int /*unused*/) {
  const Module* module = module_of(code);
  entry->address = code;
  entry->instrumented = module != nullptr && module->instrumented;
  entry->marked = module != nullptr && module->marked &&
                  !linked_code(static_cast<std::size_t>(module - modules)).contains(code - 1);
  entry->quiet = module != nullptr && module->quiet;
  entry->name = module == nullptr ? 1 : combine(module->number, code - module->base);
}

// What is known already depends on the executions before.
const NamedCode& name_code(const void* address) {
  const auto code = reinterpret_cast<std::uintptr_t>(address);
  NamedCode& entry = named_codes[(code >> 1U) % kNamedCodes];
  if (!is_aside()) {
    call_aside(entry.address != code ? fill : nullptr, &entry, code, 0, 0);
  } else if (entry.address != code) {
    fill(&entry, code, 0, 0);
  }
  return entry;
}

}  // namespace

void refresh_modules() {
  count = 0;
  ++generation;
  last_module = &no_module;
  std::memset(named_codes, 0, sizeof named_codes);
  constants = {};
  dl_iterate_phdr(add_module, nullptr);
  if (gates.open) {
    set_gates(gates);
  }
}

std::uint32_t module_generation() { return generation; }
std::size_t module_count() { return count; }
const Module& module_at(std::size_t index) { return modules[index]; }

const ProgramConstants& program_constants() { return constants; }

const Module* last_module = &no_module;

const Module* find_module(std::uintptr_t address) {
  for (std::size_t index = 0; index < count; ++index) {
    if (address >= modules[index].low && address < modules[index].high) {
      last_module = &modules[index];
      return last_module;
    }
  }
  return nullptr;
}

void set_gates(Gates wanted) {
  gates = wanted;
  dl_iterate_phdr(set_gates_of, &wanted);
}

const heddle_site* find_site(SiteId site) {
  SiteSearch search{.key = site.value, .found = nullptr};
  dl_iterate_phdr(search_sites, &search);
  return search.found;
}

SiteId site_of_code(const void* address) { return {name_code(address).name}; }

std::uintptr_t code_of_site(SiteId site) {
  for (const NamedCode& code : named_codes) {
    if (code.address != 0 && code.name == site.value) {
      return code.address;
    }
  }
  return 0;
}

bool is_instrumented(const void* address) {
  const Module* module = module_of(reinterpret_cast<std::uintptr_t>(address));
  return module != nullptr && module->instrumented;
}
bool called_from_instrumented_code(const void* address) { return name_code(address).instrumented; }
bool called_from_marked_code(const void* address) { return name_code(address).marked; }
bool called_from_quiet_code(const void* address) { return name_code(address).quiet; }

Unseen unseen_code(std::size_t index) {
  return modules[index].unseen             ? Unseen::kModule
         : linked_code(index).is_present() ? Unseen::kLinked
         : codes[index].has_unseen_parts   ? Unseen::kParts
                                           : Unseen::kNothing;
}

namespace {
bool is_unseen(std::size_t index) { return unseen_code(index) != Unseen::kNothing; }
}  // namespace

bool called_from_unseen_code(const void* address) {
  const Module* module = module_of(reinterpret_cast<std::uintptr_t>(address));
  return module != nullptr && is_unseen(static_cast<std::size_t>(module - modules));
}

bool has_unseen_code() {
  // What needs no looking first.
  if (std::any_of(modules, modules + count, [](const Module& module) { return module.unseen; })) {
    return true;
  }
  for (std::size_t index = 0; index < count; ++index) {
    if (is_unseen(index)) {
      return true;
    }
  }
  return false;
}

bool comes_from_foreign_library(const void* address) {
  const Module* module = module_of(reinterpret_cast<std::uintptr_t>(address));
  if (module == nullptr || module->instrumented || module->path[0] == '\0') {
    return false;
  }
  const char* slash = std::strrchr(module->path, '/');
  const std::string_view file = slash == nullptr ? module->path : slash + 1;
  return !file.starts_with("libc.so") && !file.starts_with("libpthread.so") && !file.starts_with("libstdc++.so") &&
         !file.starts_with("libc++.so");
}

// Everything so close to the end of main's stack belongs to it.
constexpr std::uintptr_t kMainStackReach = std::uintptr_t{1} << 32U;

void notice_libraries() {
  library_mapped = false;
  libraries_changed = true;
  refresh_modules();
}

void forget_libraries() {
  library_mapped = false;
  if (libraries_changed) {
    libraries_changed = false;
    refresh_modules();
  }
}

void find_own_operators() {
  for (const char* name : {"_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"}) {
    const Module* module = module_of(reinterpret_cast<std::uintptr_t>(dlsym(RTLD_DEFAULT, name)));
    own_operators = own_operators || module == nullptr || !module->own;
  }
}

bool has_own_operators() { return own_operators; }

void find_own_text() {
  const Module* own = module_of(reinterpret_cast<std::uintptr_t>(&find_own_text));
  set_own_text(own->low, own->high);
}

ObjectId object_outside(std::uintptr_t address) {
  if (address - kHeapLow < kHeapSize) {
    return heap_object(address);
  }
  if (address >= kStacksLow && address < kStateLow) {
    const std::size_t slot = slot_of_stack(address);
    const std::uint16_t owner = state().slot_thread[slot];
    const std::uint64_t name = owner == 0 ? 0 : thread({static_cast<std::uint16_t>(owner - 1)}).name.value;
    return {combine(name, stack_top_of_slot(slot) - address)};
  }
  if (address >= main_stack_end() && address - main_stack_end() < kMainStackReach) {
    return {combine(5, address - main_stack_end())};  // argc, argv and so on
  }
  if (address < main_stack_end() && main_stack_end() - address < kMainStackReach) {
    return {combine(2, main_stack_start() - address)};
  }
  if (address >= kMappingsLow && address < kMappingsHigh) {
    return {combine(3, address - kMappingsLow)};
  }
  if (address >= kStateLow && address - kStateLow < sizeof(State)) {
    return {combine(6, address - kStateLow)};  // a model of ours
  }
  return {combine(4, address % kPageSize)};
}

}  // namespace heddle::runtime
