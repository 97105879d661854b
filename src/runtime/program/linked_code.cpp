#include "runtime/program/linked_code.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "runtime/machine/arch.h"
#include "runtime/machine/own_memory.h"

namespace heddle::runtime {
namespace {

// Functions of the linker, of what starts programs and of the compiler's own libraries: they order no threads.
bool is_harmless(std::string_view name) {
  constexpr std::string_view kWhole[] = {"_init",
                                         "_fini",
                                         "_start",
                                         "_dl_relocate_static_pie",
                                         "deregister_tm_clones",
                                         "register_tm_clones",
                                         "__do_global_dtors_aux",
                                         "frame_dummy",
                                         "__libc_csu_init",
                                         "__libc_csu_fini",
                                         "atexit",
                                         "at_quick_exit",
                                         "pthread_atfork",
                                         "__pthread_atfork",
                                         "__stack_chk_fail_local",
                                         "stat",
                                         "fstat",
                                         "lstat",
                                         "fstatat",
                                         "mknod",
                                         "mknodat",
                                         "__clang_call_terminate"};
  // Arithmetic of libgcc and compiler-rt, with the letters of its types behind it.
  constexpr std::string_view kBeginning[] = {
      "__abs",  "__add",  "__ashl", "__ashr",   "__bswap", "__clear_cache", "__clrsb",    "__clz",  "__cmp", "__cpu_",
      "__ctz",  "__div",  "__eq",   "__extend", "__ffs",   "__fix",         "__float",    "__ge",   "__gt",  "__le",
      "__lshr", "__lt",   "__mod",  "__mul",    "__ne",    "__parity",      "__popcount", "__powi", "__sub", "__trunc",
      "__ucmp", "__udiv", "__umod", "__unord",  "__x86_",  "__llvm_",       "heddle_"};
  return std::ranges::find(kWhole, name) != std::end(kWhole) ||
         std::ranges::any_of(kBeginning, [name](std::string_view beginning) { return name.starts_with(beginning); });
}

// A jump through a table, as linkers make them for functions of other files.
bool is_jump(std::uintptr_t address) {
  const auto* code = reinterpret_cast<const unsigned char*>(address);
  constexpr unsigned char kLanding[] = {0xf3, 0x0f, 0x1e, 0xfa};  // endbr64
  if (std::memcmp(code, kLanding, sizeof kLanding) == 0) {
    code += sizeof kLanding;
  }
  constexpr unsigned char kPush = 0x68;
  constexpr unsigned char kBound = 0xf2;
  if (code[0] == kPush) {
    const unsigned char* behind = code + 5;
    return behind[behind[0] == kBound ? 1 : 0] == 0xe9;
  }
  if (code[0] == kBound) {
    ++code;
  }
  return code[0] == 0xff && (code[1] == 0x25 || code[1] == 0x35);
}

// .eh_frame_hdr, as all linkers write it.
struct FrameTable {
  std::uint8_t version, frames_encoding, count_encoding, table_encoding;
  std::int32_t frames;
  std::uint32_t count;
  struct Entry {
    std::int32_t function, frame;  // relative to the table
  };
  [[nodiscard]] bool is_readable() const {
    constexpr std::uint8_t kCount = 0x03;  // udata4
    constexpr std::uint8_t kTable = 0x3b;  // datarel, sdata4
    return version == 1 && count_encoding == kCount && table_encoding == kTable;
  }
  [[nodiscard]] std::span<const Entry> entries() const { return {reinterpret_cast<const Entry*>(this + 1), count}; }
};

// A file, without libc. What cannot be read is zero.
class File {
 public:
  explicit File(const char* path)
      : descriptor_(system_call(SYS_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) {
      system_call(SYS_close, descriptor_);
    }
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::size_t read(void* to, std::size_t size, std::uint64_t offset) const {
    const long count = descriptor_ < 0 ? 0
                                       : system_call(SYS_pread64, descriptor_, reinterpret_cast<long>(to),
                                                     static_cast<long>(size), static_cast<long>(offset));
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  template <typename Type>
  [[nodiscard]] Type at(std::uint64_t offset) const {
    Type value{};
    if (read(&value, sizeof value, offset) != sizeof value) {
      value = {};
    }
    return value;
  }

 private:
  long descriptor_;
};

// The functions that a file defines by its table of symbols, which a stripped one lacks.
class SymbolTable {
 public:
  explicit SymbolTable(const File& file) : file_(file) {
    const auto header = file.at<ElfW(Ehdr)>(0);
    const auto section = [&](std::uint32_t number) {
      return file.at<ElfW(Shdr)>(header.e_shoff + std::uint64_t{number} * sizeof(ElfW(Shdr)));
    };
    for (std::uint32_t number = 0; number < header.e_shnum && header.e_shentsize == sizeof(ElfW(Shdr)); ++number) {
      const ElfW(Shdr) table = section(number);
      if (table.sh_type == SHT_SYMTAB) {
        table_ = table;
        names_ = section(table.sh_link).sh_offset;
      }
    }
  }

  [[nodiscard]] std::size_t size() const { return table_.sh_size / sizeof(ElfW(Sym)); }

  template <typename Use>
  void for_each_function(Use&& use) const {
    constexpr std::size_t kAtOnce = 256;
    ElfW(Sym) symbols[kAtOnce];
    for (std::size_t done = 0; done < size(); done += kAtOnce) {
      const std::size_t wanted = std::min(kAtOnce, size() - done) * sizeof symbols[0];
      const std::size_t got = file_.read(symbols, wanted, table_.sh_offset + done * sizeof symbols[0]);
      for (const ElfW(Sym) & symbol : std::span(symbols, got / sizeof symbols[0])) {
        const auto type = ELF64_ST_TYPE(symbol.st_info);
        if ((type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF) {
          use(symbol);
        }
      }
    }
  }

  [[nodiscard]] bool is_harmless(const ElfW(Sym) & symbol) const {
    char name[64];
    const std::size_t length = file_.read(name, sizeof name, names_ + symbol.st_name);
    return runtime::is_harmless({name, ::strnlen(name, length)});
  }

 private:
  const File& file_;
  ElfW(Shdr) table_ {};
  std::uint64_t names_ = 0;
};

}  // namespace

void LinkedCode::read(const CodeTables& tables) {
  const auto* frames = reinterpret_cast<const FrameTable*>(tables.frames);
  if (frames == nullptr || !frames->is_readable()) {
    present_ = true;  // nobody can tell
    return;
  }
  const File file(tables.path[0] == '\0' ? "/proc/self/exe" : tables.path);
  const SymbolTable symbols(file);
  const std::size_t room = tables.functions.size() + frames->count + symbols.size();
  auto* const functions = static_cast<Function*>(own_allocate(room * sizeof(Function)));
  std::size_t own_count = 0;
  for (const std::int32_t& function : tables.functions) {
    functions[own_count++] = {
        .begin = reinterpret_cast<std::uintptr_t>(&function) + static_cast<std::uintptr_t>(std::intptr_t{function}),
        .own = true};
  }
  const auto by_address = [](const Function& one, const Function& other) { return one.begin < other.begin; };
  std::sort(functions, functions + own_count, by_address);
  const auto is_own = [&](std::uintptr_t address) {
    return std::binary_search(functions, functions + own_count, Function{.begin = address, .own = true}, by_address);
  };

  Function* const others = functions + own_count;
  Function* end = others;
  symbols.for_each_function([&](const ElfW(Sym) & symbol) {
    const std::uintptr_t begin = tables.base + symbol.st_value;
    if (!is_own(begin)) {
      *end++ = {.begin = begin, .own = false};
      present_ = present_ || !symbols.is_harmless(symbol);
    }
  });
  std::sort(others, end, by_address);
  Function* const named = end;
  for (const FrameTable::Entry& entry : frames->entries()) {
    const std::uintptr_t begin =
        reinterpret_cast<std::uintptr_t>(frames) + static_cast<std::uintptr_t>(std::intptr_t{entry.function});
    if (!is_own(begin) && !std::binary_search(others, named, Function{.begin = begin, .own = false}, by_address)) {
      *end++ = {.begin = begin, .own = false};
      present_ = present_ || (begin != getauxval(AT_ENTRY) && !is_jump(begin));
    }
  }
  std::sort(functions, end, by_address);
  functions_ = {functions, end};
}

bool LinkedCode::contains(std::uintptr_t address) const {
  const auto behind = std::ranges::upper_bound(functions_, address, {}, &Function::begin);
  return present_ && (behind == functions_.begin() || !std::prev(behind)->own);
}

}  // namespace heddle::runtime
