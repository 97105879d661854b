#include "cli/program/elf_file.h"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "core/hash.h"
#include "trace/schedule_file.h"

namespace heddle::cli {
namespace {

// A copy of the structure at an offset: nothing in a file has to be aligned.
template <typename Structure>
std::optional<Structure> load(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Structure)) {
    return std::nullopt;
  }
  Structure structure;
  std::memcpy(&structure, bytes.data() + offset, sizeof structure);
  return structure;
}

std::string_view text_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) {
    return {};
  }
  const char* begin = reinterpret_cast<const char*>(bytes.data() + offset);
  return {begin, strnlen(begin, bytes.size() - offset)};
}

std::uint64_t align4(std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; }

ElfFile::Type type_of(Elf64_Half type) {
  switch (type) {
    case ET_REL:
      return ElfFile::Type::kRelocatable;
    case ET_EXEC:
      return ElfFile::Type::kExecutable;
    case ET_DYN:
      return ElfFile::Type::kSharedLibrary;
    case ET_CORE:
      return ElfFile::Type::kCore;
    default:
      return ElfFile::Type::kOther;
  }
}

std::optional<std::string> why_not_ours(std::span<const std::byte> bytes) {
  const auto header = load<Elf64_Ehdr>(bytes, 0);
  if (bytes.size() < SELFMAG || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) {
    return bytes.size() >= 2 && std::memcmp(bytes.data(), "#!", 2) == 0
               ? "is a script, not a program: name the compiled program it starts"
               : "is not an ELF program: build it with heddle c++";
  }
  if (bytes.size() > EI_CLASS && std::to_integer<int>(bytes[EI_CLASS]) == ELFCLASS32) {
    return "is a 32-bit program, heddle runs 64-bit x86-64 ones: build it with -m64";
  }
  if (!header) {
    return "is truncated: its ELF header is not whole";
  }
  if (header->e_machine != EM_X86_64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return "is a program for another processor, heddle runs x86-64 ones";
  }
  return std::nullopt;
}

}  // namespace

// x86-64's "call *operand": ff with 2 in the middle of the next byte, and as much behind that as it says.
static bool ends_indirect_call(std::span<const std::byte> code) {
  for (const std::size_t length : {2U, 3U, 4U, 6U, 7U}) {
    if (code.size() < length || code[code.size() - length] != std::byte{0xff}) {
      continue;
    }
    const auto operand = code.last(length - 1);
    const auto first = std::to_integer<unsigned>(operand[0]);
    const unsigned mode = first >> 6U;
    const unsigned base = first & 7U;
    if (((first >> 3U) & 7U) != 2) {
      continue;
    }
    std::size_t needed = 2;
    if (mode != 3 && base == 4) {
      ++needed;  // scaled index
      const bool no_base = mode == 0 && length > 2 && (std::to_integer<unsigned>(operand[1]) & 7U) == 5;
      needed += no_base ? 4 : 0;
    } else if (mode == 0 && base == 5) {
      needed += 4;  // relative to the instruction
    }
    needed += mode == 1 ? 1 : mode == 2 ? 4 : 0;
    if (needed == length) {
      return true;
    }
  }
  return false;
}

std::string demangle(const std::string& name) {
  // Without the mark of a mangled name, "m" would be the type unsigned long.
  return name.starts_with("_Z") ? demangle_type(name) : name;
}

std::string demangle_type(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    &std::free);
  return status == 0 ? std::string(text.get()) : name;
}

Expected<ElfFile> ElfFile::open(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return Error{"cannot read " + path.string() + ": " + std::strerror(errno)};
  }
  struct stat status{};
  void* memory = MAP_FAILED;
  if (::fstat(descriptor, &status) == 0 && status.st_size > 0) {
    memory = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  ::close(descriptor);
  if (memory == MAP_FAILED) {
    return Error{path.string() + (status.st_size == 0 ? " is empty" : " cannot be read")};
  }
  ElfFile file({static_cast<const std::byte*>(memory), static_cast<std::size_t>(status.st_size)});
  if (const auto reason = why_not_ours(file.bytes_)) {
    return Error{path.string() + " " + *reason};
  }
  file.parse();
  return file;
}

ElfFile::ElfFile(ElfFile&& other) noexcept { *this = std::move(other); }

ElfFile& ElfFile::operator=(ElfFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  type_ = other.type_;
  has_interpreter_ = other.has_interpreter_;
  loads_ = std::move(other.loads_);
  needed_ = std::move(other.needed_);
  unit_versions_ = std::move(other.unit_versions_);
  units_ = std::move(other.units_);
  build_id_ = std::move(other.build_id_);
  symbols_parsed_ = other.symbols_parsed_;
  symbols_ = std::move(other.symbols_);
  return *this;
}

ElfFile::~ElfFile() {
  if (!bytes_.empty()) {
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
}

void ElfFile::parse() {
  const Elf64_Ehdr header = load<Elf64_Ehdr>(bytes_, 0).value_or(Elf64_Ehdr{});
  type_ = type_of(header.e_type);
  std::vector<Elf64_Phdr> segments;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    if (const auto segment = load<Elf64_Phdr>(bytes_, header.e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr))) {
      segments.push_back(*segment);
      if (segment->p_type == PT_LOAD) {
        loads_.push_back({segment->p_vaddr, segment->p_offset, segment->p_filesz, (segment->p_flags & PF_X) != 0});
      }
    }
  }
  for (const Elf64_Phdr& segment : segments) {  // notes and the dynamic section refer to addresses: after all loads
    has_interpreter_ |= segment.p_type == PT_INTERP;
    if (segment.p_type == PT_NOTE) {
      parse_notes(file_range(segment.p_offset, segment.p_filesz), segment.p_vaddr);
    } else if (segment.p_type == PT_DYNAMIC) {
      parse_dynamic(file_range(segment.p_offset, segment.p_filesz));
    }
  }
}

void ElfFile::parse_notes(std::span<const std::byte> notes, std::uint64_t address) {
  std::uint64_t offset = 0;
  while (const auto note = load<Elf64_Nhdr>(notes, offset)) {
    offset += sizeof *note;
    const std::string_view name =
        text_at(notes.first(std::min<std::size_t>(notes.size(), offset + note->n_namesz)), offset);
    offset += align4(note->n_namesz);
    if (offset > notes.size() || notes.size() - offset < note->n_descsz) {
      return;
    }
    const auto content = notes.subspan(offset, note->n_descsz);
    offset += align4(note->n_descsz);
    if (name == "GNU" && note->n_type == NT_GNU_BUILD_ID) {
      static constexpr char kDigits[] = "0123456789abcdef";
      for (const std::byte byte : content) {
        build_id_ += kDigits[std::to_integer<unsigned>(byte) >> 4U];
        build_id_ += kDigits[std::to_integer<unsigned>(byte) & 15U];
      }
    } else if (name == HEDDLE_NOTE_NAME && note->n_type == HEDDLE_NOTE_UNIT) {
      if (const auto unit = load<heddle_note>(content, 0)) {
        unit_versions_.push_back(unit->abi_version);
        const auto field =
            address + static_cast<std::uint64_t>(content.data() - notes.data()) + offsetof(heddle_note, unit);
        units_.push_back(field + static_cast<std::uint64_t>(unit->unit));
      }
    }
  }
}

void ElfFile::parse_dynamic(std::span<const std::byte> dynamic) {
  std::vector<std::uint64_t> names;
  std::span<const std::byte> strings;
  std::uint64_t offset = 0;
  for (; const auto entry = load<Elf64_Dyn>(dynamic, offset); offset += sizeof(Elf64_Dyn)) {
    if (entry->d_tag == DT_NULL) {
      break;
    }
    if (entry->d_tag == DT_NEEDED) {
      names.push_back(entry->d_un.d_val);
    } else if (entry->d_tag == DT_STRTAB) {
      strings = from_address(entry->d_un.d_ptr);
    }
  }
  for (const std::uint64_t name : names) {
    needed_.emplace_back(text_at(strings, name));
  }
}

std::string ElfFile::build_id() const {
  if (!build_id_.empty()) {
    return build_id_;
  }
  return hex(hash_bytes({reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}));
}

std::span<const std::byte> ElfFile::file_range(std::uint64_t offset, std::uint64_t size) const {
  if (offset > bytes_.size()) {
    return {};
  }
  return bytes_.subspan(offset, std::min<std::uint64_t>(size, bytes_.size() - offset));
}

std::span<const std::byte> ElfFile::from_address(std::uint64_t address) const {
  for (const Load& piece : loads_) {
    if (address >= piece.address && address - piece.address < piece.size) {
      const std::uint64_t inside = address - piece.address;
      return file_range(piece.offset + inside, piece.size - inside);
    }
  }
  return {};
}

std::string ElfFile::string_at(std::uint64_t address) const { return std::string(text_at(from_address(address), 0)); }

std::optional<SiteRecord> ElfFile::site_at(std::uint64_t address) const {
  const auto site = load<heddle_site>(from_address(address), 0);
  if (!site || site->key == 0 || site->kind > HEDDLE_SITE_FRAME_END) {
    return std::nullopt;
  }
  const auto text = [&](heddle_string_ref reference, std::size_t field) {
    return reference == 0 ? std::string() : string_at(address + field + static_cast<std::uint64_t>(reference));
  };
  SiteRecord record;
  record.file = text(site->file, offsetof(heddle_site, file));
  record.function = text(site->function, offsetof(heddle_site, function));
  record.variable = text(site->variable, offsetof(heddle_site, variable));
  record.type = text(site->type, offsetof(heddle_site, type));
  record.line = site->line;
  record.column = site->column;
  record.kind = static_cast<heddle_site_kind>(site->kind);
  record.size = site->size;
  return record;
}

std::vector<std::uint64_t> ElfFile::site_addresses() const {
  std::vector<std::uint64_t> addresses;
  for (const std::uint64_t at : units_) {
    const auto unit = load<heddle_unit>(from_address(at), 0);
    if (!unit || unit->abi_version != HEDDLE_ABI_VERSION) {
      continue;
    }
    const std::uint64_t first = at + offsetof(heddle_unit, sites) + static_cast<std::uint64_t>(unit->sites);
    const std::uint64_t most = from_address(first).size() / sizeof(heddle_site);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(unit->site_count, most); ++i) {
      addresses.push_back(first + i * sizeof(heddle_site));
    }
  }
  return addresses;
}

std::vector<std::uint64_t> ElfFile::return_addresses() const {
  const auto is_code = [this](std::uint64_t address) {
    return std::ranges::any_of(loads_, [address](const Load& piece) {
      return piece.executable && address >= piece.address && address - piece.address < piece.size;
    });
  };
  std::vector<std::uint64_t> addresses;
  for (const Load& piece : loads_) {
    const auto code = piece.executable ? file_range(piece.offset, piece.size) : std::span<const std::byte>();
    for (std::size_t end = 2; end < code.size(); ++end) {
      const auto distance =
          end < 5 || code[end - 5] != std::byte{0xe8} ? std::nullopt : load<std::int32_t>(code, end - 4);
      const std::uint64_t address = piece.address + end;
      if ((distance && is_code(address + static_cast<std::uint64_t>(std::int64_t{*distance}))) ||
          ends_indirect_call(code.first(end))) {
        addresses.push_back(address);
      }
    }
  }
  return addresses;
}

template <typename Function>
void ElfFile::for_each_symbol_table(Function&& function) const {
  const Elf64_Ehdr header = load<Elf64_Ehdr>(bytes_, 0).value_or(Elf64_Ehdr{});
  const auto section = [&](std::uint64_t index) {
    return index < header.e_shnum ? load<Elf64_Shdr>(bytes_, header.e_shoff + index * sizeof(Elf64_Shdr))
                                  : std::nullopt;
  };
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto table = section(i);
    if (table && (table->sh_type == SHT_SYMTAB || table->sh_type == SHT_DYNSYM)) {
      if (const auto names = section(table->sh_link)) {
        function(file_range(table->sh_offset, table->sh_size), file_range(names->sh_offset, names->sh_size));
      }
    }
  }
}

void ElfFile::parse_symbols() const {
  for_each_symbol_table([this](auto table, auto names) { add_symbols(table, names); });
  std::ranges::sort(symbols_);
}

ElfFile::SanitizerUse ElfFile::thread_sanitizer() const {
  SanitizerUse use = SanitizerUse::kNone;
  for_each_symbol_table([&](std::span<const std::byte> table, std::span<const std::byte> names) {
    std::uint64_t offset = 0;
    for (; const auto symbol = load<Elf64_Sym>(table, offset); offset += sizeof(Elf64_Sym)) {
      if (text_at(names, symbol->st_name) == "__tsan_init") {
        use = symbol->st_shndx == SHN_UNDEF ? SanitizerUse::kElsewhere : SanitizerUse::kInside;
        return;
      }
    }
  });
  return use;
}

std::string ElfFile::memory_sanitizer() const {
  constexpr std::array<std::pair<std::string_view, const char*>, 4> kKnown = {
      {{"__asan_init", "address"}, {"__hwasan_init", "hwaddress"}, {"__msan_init", "memory"}, {"__lsan_init", "leak"}}};
  std::string found;
  for_each_symbol_table([&](std::span<const std::byte> table, std::span<const std::byte> names) {
    std::uint64_t offset = 0;
    for (; const auto symbol = load<Elf64_Sym>(table, offset); offset += sizeof(Elf64_Sym)) {
      const std::string_view name = text_at(names, symbol->st_name);
      const auto* known = std::ranges::find_if(kKnown, [name](const auto& row) { return row.first == name; });
      // AddressSanitizer has LeakSanitizer in it.
      if (known != kKnown.end() && (found.empty() || found == "leak")) {
        found = known->second;
      }
    }
  });
  return found;
}

void ElfFile::add_symbols(std::span<const std::byte> table, std::span<const std::byte> names) const {
  std::uint64_t offset = 0;
  for (; const auto symbol = load<Elf64_Sym>(table, offset); offset += sizeof(Elf64_Sym)) {
    const int type = ELF64_ST_TYPE(symbol->st_info);
    if ((type == STT_OBJECT || type == STT_FUNC) && symbol->st_shndx != SHN_UNDEF) {
      symbols_.push_back({.address = symbol->st_value,
                          .size = symbol->st_size,
                          .name = text_at(names, symbol->st_name),
                          .is_function = type == STT_FUNC});
    }
  }
}

std::optional<SymbolHit> ElfFile::symbol_at(std::uint64_t address) const {
  if (!symbols_parsed_) {
    parse_symbols();
    symbols_parsed_ = true;
  }
  auto after = std::ranges::upper_bound(
      symbols_, Symbol{.address = address, .size = ~std::uint64_t{0}, .name = {}, .is_function = false});
  // Symbols may share an address or nest; the nearest one that really covers the address is it.
  for (int looked_at = 0; after != symbols_.begin() && looked_at < 16; ++looked_at) {
    const Symbol& symbol = *--after;
    if (address - symbol.address < symbol.size && !symbol.name.empty()) {
      return SymbolHit{.name = demangle(std::string(symbol.name)),
                       .offset = address - symbol.address,
                       .size = symbol.size,
                       .is_function = symbol.is_function};
    }
  }
  return std::nullopt;
}

}  // namespace heddle::cli
