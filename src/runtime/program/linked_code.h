// Code in an instrumented file that nobody instrumented: from a static library, an object of another compiler,
// assembly. Like a library without instrumentation it may order threads in ways that nobody sees.
//
// The units of a file name all their functions (heddle_functions in abi.h). What else there is, the file's table of
// frames says, which the loader maps for exceptions, and its table of symbols, where it has one: the first lacks
// assembly that does not describe its frames, the second is gone from a stripped file. Not asked are functions that
// every file has from its linker, the compiler's libraries and libc: they are known by name, so in a stripped file they
// count as unseen unless it is clear what they are.
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::runtime {

// What is asked of a file, as it is mapped.
struct CodeTables {
  std::uintptr_t base = 0;
  const char* path = "";                    // "": the program
  const std::byte* frames = nullptr;        // its .eh_frame_hdr; nullptr: there is none
  std::span<const std::int32_t> functions;  // heddle_functions
};

// The functions of an instrumented file. In the runtime's memory, and never given back.
class LinkedCode {
 public:
  // Reads the file, so it takes its time.
  void read(const CodeTables& tables);

  // There is a function that nobody instrumented.
  [[nodiscard]] bool is_present() const { return present_; }
  // It is that of this address, or one of the linker's.
  [[nodiscard]] bool contains(std::uintptr_t address) const;

 private:
  struct Function {
    std::uintptr_t begin;
    bool own;  // named by a unit
  };

  bool present_ = false;
  std::span<Function> functions_;  // by address
};

}  // namespace heddle::runtime
