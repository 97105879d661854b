#include "runtime/schedule/failures.h"

#include <dlfcn.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <typeinfo>

#include "core/hash.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/real.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

// The type of the exception std::terminate was called for, or nullptr; without linking to the C++ library.
const char* uncaught_type() {
  using CurrentType = const void* (*)();
  const auto current = reinterpret_cast<CurrentType>(dlsym(RTLD_DEFAULT, "__cxa_current_exception_type"));
  if (current == nullptr) {
    return nullptr;
  }
  // Itanium ABI: std::type_info is a vtable pointer and the name.
  const auto* type = static_cast<const char* const*>(current());
  return type == nullptr ? nullptr : type[1];
}

// One line, with one blank where there were more, and line ends.
void join_lines(char* text) {
  char* to = text;
  for (const char* from = text; *from != '\0'; ++from) {
    const bool blank = *from == ' ' || *from == '\n' || *from == '\t';
    if (!blank || (to != text && to[-1] != ' ')) {
      *to++ = blank ? ' ' : *from;
    }
  }
  *to = '\0';
}

}  // namespace

void fail_assertion(const char* expression, const char* file, unsigned line, const char* function) {
  char text[512];
  Line message(text, sizeof text);
  message.text(file != nullptr ? file : "?").text(":").number(line).text(": ");
  if (function != nullptr) {
    message.text(function).text(": ");
  }
  message.text("Assertion `").text(expression != nullptr ? expression : "?").text("' failed");
  describe_outcome(text);
  end_execution(OutcomeKind::kAssertion, SIGABRT, 0);
}

void abort_execution() {
  char text[512];
  Line message(text, sizeof text);
  if (const char* type = uncaught_type(); type != nullptr) {
    message.text("uncaught exception of type ").text(type[0] == '*' ? type + 1 : type);
  } else {
    message.text("abort() called");
  }
  describe_outcome(text);
  end_execution(OutcomeKind::kCrash, SIGABRT, 0);
}

void crash_by_signal(int signal) {
  char text[64];
  Line line(text, sizeof text);
  if (const char* known = sigabbrev_np(signal); known != nullptr) {
    line.text("SIG").text(known);
  } else {
    line.text("signal ").number(static_cast<unsigned long>(signal));
  }
  line.text(signal == SIGPIPE ? ": nobody is left to read" : " raised by the program");
  describe_outcome(text);
  end_execution(OutcomeKind::kCrash, signal, 0);
}

void crash_by_invalid_free(bool freed_before) {
  describe_outcome(freed_before ? "double free" : "free of an invalid pointer");
  end_execution(OutcomeKind::kCrash, SIGABRT, 0);
}

// The place tells failures apart, not the words: they may contain values.
void program_fail(const char* file, int line, const char* message) {
  char text[512];
  Line words(text, sizeof text);
  words.text(file != nullptr ? file : "?").text(":").number(static_cast<unsigned long>(line));
  const std::uint64_t place = hash_bytes({text, words.size()});
  words.text(": ").text(message != nullptr ? message : "failed");
  join_lines(text);
  if (!controlled()) {
    std::fprintf(stderr, "%s\n", text);
    real().abort();
  }
  describe_outcome(text);
  note_fault_place({place});
  end_execution(OutcomeKind::kAssertion, SIGABRT, 0);
}

}  // namespace heddle::runtime
