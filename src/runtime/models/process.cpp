#include "runtime/models/process.h"

#include <dlfcn.h>

#include <csignal>
#include <cstring>
#include <typeinfo>

#include "runtime/kernel/free_mode.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/real.h"
#include "runtime/models/threads.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/waits.h"
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

}  // namespace

void exit_process(int status) {
  State& models = state();
  if (is_free()) {
    real().exit(status);
  }
  models.exit_status = status;
  if (models.exiting == 0) {
    models.exiting = std::uint32_t{models.current.value} + 1;
    run_thread_local_destructors(current_thread());
  }
  real().exit(status);
  fatal("exit returned", "");
}

void end_process(int status, const void* caller) {
  visible(OperationKind::kProcessExit, nullptr, {.site = nullptr, .caller = caller});
  if (leaves_circle()) {
    describe_waits();
    end_execution(OutcomeKind::kDeadlock, 0, 0);
  }
  const int seen = status & 0xff;  // what the parent of a process gets to see
  end_execution(seen == 0 ? OutcomeKind::kPassed : OutcomeKind::kExit, 0, seen);
}

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

}  // namespace heddle::runtime
