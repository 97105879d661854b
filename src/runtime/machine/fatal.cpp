#include "runtime/machine/fatal.h"

#include <sys/syscall.h>

#include "runtime/machine/arch.h"
#include "runtime/machine/link.h"

namespace heddle::runtime {

void Line::put(char character) {
  if (size_ + 1 < capacity_) {
    buffer_[size_++] = character;
    buffer_[size_] = '\0';
  }
}

Line& Line::text(const char* text) {
  for (; *text != '\0'; ++text) {
    put(*text);
  }
  return *this;
}

Line& Line::number(unsigned long number) {
  char digits[24];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0) {
    put(digits[--count]);
  }
  return *this;
}

Line& Line::hex(unsigned long number) {
  text("0x");
  int shift = 60;
  while (shift > 0 && (number >> static_cast<unsigned>(shift)) == 0) {
    shift -= 4;
  }
  for (; shift >= 0; shift -= 4) {
    put("0123456789abcdef"[(number >> static_cast<unsigned>(shift)) & 15U]);
  }
  return *this;
}

namespace {

[[noreturn]] void leave(segment::Phase phase, const char* what, const char* detail, int exit_code) {
  char buffer[512];
  Line line(buffer, sizeof buffer);
  line.text(what).text(detail);
  leave_process(phase, buffer, exit_code);
}

}  // namespace

void fatal(const char* what, const char* detail) { leave(segment::Phase::kInternalError, what, detail, 4); }

void unsupported(const char* what) { leave_process(segment::Phase::kUnsupported, what, 3); }

void need_fork(const char* what) {
  const segment::Request& request = worker_segment().request;
  if (forks() || request.once != 0) {
    return;
  }
  if (request.reset == segment::ResetMode::kAuto) {
    leave_process(segment::Phase::kNeedsFork, what, 3);
  }
  unsupported(what);
}

void need_library_constructors() {
  constexpr const char* kWhat = "a thread created before main, by a library's constructor";
  if (attach_by_environment()) {
    const segment::Request& request = worker_segment().request;
    if (request.library_constructors == 0 && request.preloaded == 0) {
      leave_process(segment::Phase::kNeedsConstructors, kWhat, 3);
    }
  }
  unsupported(kWhat);
}

void denied(const char* what, const char* detail) { leave(segment::Phase::kDenied, what, detail, 3); }

}  // namespace heddle::runtime
