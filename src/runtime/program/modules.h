// The loaded files: where they are, which are instrumented, and their sites and gates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hash.h"
#include "core/ids.h"
#include "heddle/abi.h"

namespace heddle::runtime {

struct Module {
  std::uint64_t number;      // from 1
  std::uintptr_t low, high;  // mapped range
  std::uintptr_t base;       // load bias
  const char* path;          // copy in the runtime's memory
  bool instrumented;
  bool marked;  // instrumented by heddle's own pass alone: it marks what it does without telling (heddle_unseen)
  bool own;     // the runtime itself
  bool unseen;  // neither instrumented nor one of those that keep to what is intercepted; see unseen_code
  bool quiet;   // the unwinder: what it locks is no operation of the target, and depends on who threw before
};

// What of a module may order threads in ways that nobody sees: all of it, what was linked into it from elsewhere, or
// assembly and functions that were left out.
enum class Unseen : std::uint16_t { kNothing = 0, kModule = 1, kLinked = 2, kParts = 3 };

// Reads the list of loaded files again: at the start, and when the target has loaded or unloaded one.
void refresh_modules();
// Grows with every such reading: what was worked out of addresses before may be wrong.
[[nodiscard]] std::uint32_t module_generation();
[[nodiscard]] std::size_t module_count();
[[nodiscard]] const Module& module_at(std::size_t index);
// The one that was looked for last: most often the next one, too. Never nullptr.
extern const Module* last_module;
// The module an address belongs to, or nullptr.
[[nodiscard]] const Module* find_module(std::uintptr_t address);
[[nodiscard]] inline const Module* module_of(std::uintptr_t address) {
  const Module* module = last_module;
  return address - module->low < module->high - module->low ? module : find_module(address);
}

// Libraries the target loads while it runs: their sites join in as soon as the loader has them, and go at the reset.
extern bool library_mapped;  // the loader is at work, and has not finished yet
[[nodiscard]] inline bool libraries_to_notice() { return library_mapped; }
void notice_libraries();
void forget_libraries();

// The runtime's own: from now on in_own_text (own_text.h) knows it.
void find_own_text();

// The program has an operator new or delete of its own. Looked up once, before it runs.
void find_own_operators();
[[nodiscard]] bool has_own_operators();

// What the instrumented code compares values with.
struct ProgramConstants {
  static constexpr std::size_t kMost = 32;
  std::int64_t integers[kMost];
  double floatings[kMost];
  std::uint32_t integer_count;
  std::uint32_t floating_count;
  std::uint32_t left_out;  // there was no room for so many
  [[nodiscard]] std::span<const std::int64_t> all_integers() const { return {integers, integer_count}; }
  [[nodiscard]] std::span<const double> all_floatings() const { return {floatings, floating_count}; }
};
[[nodiscard]] const ProgramConstants& program_constants();

// Opens or closes the gates of the sites of all instrumented modules; those of the ends of local variables, and of
// entries and exits of functions, only for whoever wants to know.
struct Gates {
  bool open = false;
  bool frame_ends = false;
  bool calls = false;
};
void set_gates(Gates wanted);

// An instrumented site by its name; nullptr: there is none. Slow.
[[nodiscard]] const heddle_site* find_site(SiteId site);

// Name of a code address (return address of an intercepted call): module and offset.
[[nodiscard]] SiteId site_of_code(const void* address);
// The other way round, for code that was named lately: 0 where it is not known any more. Slow.
[[nodiscard]] std::uintptr_t code_of_site(SiteId site);
// True for code whose accesses we see: calls from elsewhere are a library's own business.
[[nodiscard]] bool called_from_instrumented_code(const void* address);
// The same without a memory of what was asked: for any number of threads at once.
[[nodiscard]] bool is_instrumented(const void* address);
[[nodiscard]] bool called_from_marked_code(const void* address);
[[nodiscard]] bool called_from_quiet_code(const void* address);
// Slow at first.
[[nodiscard]] Unseen unseen_code(std::size_t index);
[[nodiscard]] bool called_from_unseen_code(const void* address);
// There is such a module.
[[nodiscard]] bool has_unseen_code();
// A library that is not instrumented, and not one of libc or the C++ library, which keep to what is intercepted.
[[nodiscard]] bool comes_from_foreign_library(const void* address);

// Name of a memory cell or object; see core/ids.h.
[[nodiscard]] ObjectId object_outside(std::uintptr_t address);  // of all modules
[[nodiscard]] inline ObjectId object_of(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const Module* module = module_of(address);
  return module != nullptr ? ObjectId{combine(module->number, address - module->base)} : object_outside(address);
}

}  // namespace heddle::runtime
