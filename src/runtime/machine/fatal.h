// Ends the process: an error of heddle's own (exit code 4), or something that the target needs and heddle does not
// have, or that heddle needs and the system does not give (3).
#pragma once

#include <cstddef>

namespace heddle::runtime {

// Writes "what" and "detail" into the segment (or to standard error before there is one) and ends the process.
[[noreturn]] void fatal(const char* what, const char* detail);

// The program does what snapshot reset does not undo. With fork reset this returns; where the reset is ours to choose,
// the program is started again with that one.
void need_fork(const char* what);
// A constructor of a library creates a thread: the program is started again, with such constructors under control.
[[noreturn]] void need_library_constructors();
// The run cannot go on because of the target: named in the segment, exit code 3.
[[noreturn]] void unsupported(const char* what);

// The system does not give what heddle needs, as where it is limited: named in the segment, exit code 3.
[[noreturn]] void denied(const char* what, const char* detail);

// Appends to a fixed buffer without libc; always terminated, cut where full.
class Line {
 public:
  Line(char* buffer, std::size_t capacity) : buffer_(buffer), capacity_(capacity) { buffer_[0] = '\0'; }
  Line& text(const char* text);
  Line& number(unsigned long number);
  Line& hex(unsigned long number);
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void put(char character);
  char* buffer_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace heddle::runtime
