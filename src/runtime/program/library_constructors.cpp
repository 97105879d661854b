#include "runtime/program/library_constructors.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cstring>
#include <span>

#include "runtime/machine/arch.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/layout.h"
#include "runtime/machine/link.h"

namespace heddle::runtime {
namespace {

using Constructor = void (*)(int, char**, char**);

constexpr std::size_t kMostLibraries = 1'024;  // more than modules.cpp takes

struct Library {
  const link_map* map = nullptr;
  std::span<const Constructor> constructors;
  bool done = false;
};
// Filled in before the runtime's own constructors: these have none.
constinit Library libraries[kMostLibraries];
constinit std::size_t library_count = 0;

const char* base_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

// They create no threads, and the runtime needs them.
bool is_system_library(const char* name) {
  for (const char* start : {"libc.so", "libm.so", "ld-linux", "libgcc_s.so", "libstdc++.so", "libpthread.so",
                            "libdl.so", "librt.so", "linux-vdso", "libheddle_rt.so"}) {
    if (std::strncmp(name, start, std::strlen(start)) == 0) {
      return true;
    }
  }
  return name[0] == '\0';  // the executable
}

// The loader reads the size when it comes to it.
void take_from_loader(ElfW(Dyn) & size_entry) {
  const auto entry = reinterpret_cast<std::uintptr_t>(&size_entry);
  const std::uintptr_t low = page_down(entry);
  const auto size = static_cast<long>(page_up(entry + sizeof size_entry) - low);
  if (system_call(SYS_mprotect, static_cast<long>(low), size, PROT_READ | PROT_WRITE) != 0) {
    fatal("cannot take a library's constructors", "");
  }
  size_entry.d_un.d_val = 0;
  system_call(SYS_mprotect, static_cast<long>(low), size, PROT_READ);
}

void take_constructors(const link_map& map) {
  ElfW(Dyn)* size_entry = nullptr;
  std::uintptr_t array = 0;
  for (ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_INIT_ARRAY) {
      array = map.l_addr + entry->d_un.d_ptr;
    } else if (entry->d_tag == DT_INIT_ARRAYSZ) {
      size_entry = entry;
    }
  }
  if (array == 0 || size_entry == nullptr || size_entry->d_un.d_val == 0) {
    return;
  }
  if (library_count == kMostLibraries) {
    fatal("the program has more than 1,024 libraries with constructors", "");
  }
  libraries[library_count++] = {
      .map = &map,
      .constructors = {reinterpret_cast<const Constructor*>(array), size_entry->d_un.d_val / sizeof(Constructor)},
      .done = false};
  take_from_loader(*size_entry);
}

const char* string_table(const link_map& map) {
  for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) {
      return reinterpret_cast<const char*>(entry->d_un.d_ptr);  // the loader has made it an address
    }
  }
  return nullptr;
}

struct Arguments {
  int count;
  char** values;
  char** environment;
};

void run_in_order(Library& library, const Arguments& arguments) {
  if (library.done) {
    return;
  }
  library.done = true;
  const char* names = string_table(*library.map);
  for (const ElfW(Dyn)* entry = library.map->l_ld; names != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_NEEDED) {
      continue;
    }
    for (Library& other : std::span(libraries, library_count)) {
      if (std::strcmp(base_name(other.map->l_name), base_name(names + entry->d_un.d_val)) == 0) {
        run_in_order(other, arguments);
      }
    }
  }
  for (const Constructor constructor : library.constructors) {
    constructor(arguments.count, arguments.values, arguments.environment);
  }
}

// getenv does not work yet.
const char* variable(char** environment, const char* name) {
  const std::size_t size = std::strlen(name);
  for (; *environment != nullptr; ++environment) {
    if (std::strncmp(*environment, name, size) == 0 && (*environment)[size] == '=') {
      return *environment + size + 1;
    }
  }
  return nullptr;
}

int number_in(const char* text) {
  int number = 0;
  for (; *text >= '0' && *text <= '9'; ++text) {
    number = 10 * number + (*text - '0');
  }
  return number;
}

}  // namespace

void take_library_constructors(char** environment) {
  const char* descriptor = variable(environment, segment::kEnvironmentName);
  if (descriptor == nullptr || !attach_segment(number_in(descriptor)) ||
      worker_segment().request.library_constructors == 0) {
    return;
  }
  for (const link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next) {
    if (!is_system_library(base_name(map->l_name))) {
      take_constructors(*map);
    }
  }
}

void run_library_constructors(int count, char** arguments, char** environment) {
  for (Library& library : std::span(libraries, library_count)) {
    library.done = false;
  }
  // The loader begins with those at the end of its list.
  for (std::size_t index = library_count; index > 0; --index) {
    run_in_order(libraries[index - 1], {.count = count, .values = arguments, .environment = environment});
  }
}

}  // namespace heddle::runtime
