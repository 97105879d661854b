#include "runtime/fault_words.h"

#include <string>

#include "core/finding.h"
#include "runtime/control.h"
#include "runtime/fatal.h"
#include "runtime/outcome_text.h"

namespace heddle::runtime {
namespace {

const char* verb(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kRead:
      return "read";
    case OperationKind::kFree:
      return "free";
    case OperationKind::kAtomicLoad:
      return "atomic load";
    case OperationKind::kAtomicStore:
      return "atomic store";
    case OperationKind::kAtomicReadModifyWrite:
      return "atomic update";
    default:
      return "write";
  }
}

void say_thread(Line& line, ThreadId thread) { line.text("T").number(thread.value); }

void say_place(Line& line, const Operation& operation) {
  if (const char* place = place_of_site(operation.site); place != nullptr) {
    line.text(" at ").text(place);
  }
}

void say_side(Line& line, const Operation& operation, ThreadId thread) {
  line.text(verb(operation)).text(" by ");
  say_thread(line, thread);
  say_place(line, operation);
}

// What went wrong with a lock. The operation says which fault it is (detectors/lock_use.h).
void say_lock_misuse(Line& line, const Fault& fault) {
  say_thread(line, fault.thread);
  switch (fault.operation.kind) {
    case OperationKind::kMutexDestroy:
      line.text(" destroys a lock that ");
      say_thread(line, fault.other);
      line.text(" holds");
      return;
    case OperationKind::kFree:
      line.text(" frees memory with a lock in it that ");
      say_thread(line, fault.other);
      line.text(" holds");
      return;
    case OperationKind::kConditionWait:
      if (fault.other == kNoThread) {
        line.text(" waits for a condition with a mutex that it does not hold");
        return;
      }
      line.text(" waits for a condition with another mutex than ");
      say_thread(line, fault.other);
      line.text(", which waits for the same condition");
      return;
    case OperationKind::kReadWriteUnlock:
    case OperationKind::kMutexUnlock:
      line.text(" releases a lock that ");
      say_thread(line, fault.other);
      line.text(" holds");
      return;
    case OperationKind::kThreadEnd:
      line.text(" ends while it holds a lock");
      return;
    default:
      line.text(" locks a plain mutex that it holds already");
      return;
  }
}

// Behind ": ", by kind.
void say_fault(Line& line, const Fault& fault) {
  switch (fault.kind) {
    case FindingKind::kLockMisuse:
      return say_lock_misuse(line, fault);
    case FindingKind::kPossibleDeadlock:
      say_thread(line, fault.thread);
      line.text(" and ");
      say_thread(line, fault.other);
      line.text(" take locks in an order that goes in a circle");
      return;
    case FindingKind::kNoCommonLock:
      say_side(line, fault.operation, fault.thread);
      line.text(", ");
      say_side(line, fault.before, fault.other);
      line.text(" before it, and no lock that is held at all accesses");
      return;
    case FindingKind::kUseAfterFree:
      say_side(line, fault.operation, fault.thread);
      line.text(", of memory that ");
      say_thread(line, fault.other);
      line.text(" has freed");
      return;
    case FindingKind::kHeapOverflow:
      say_side(line, fault.operation, fault.thread);
      line.text(", outside of the memory that ");
      say_thread(line, fault.other);
      line.text(" has allocated");
      return;
    case FindingKind::kDoubleFree:
      say_thread(line, fault.thread);
      line.text(" frees memory");
      if (fault.other != kNoThread) {
        line.text(" that ");
        say_thread(line, fault.other);
        line.text(" has freed");
      } else {
        line.text(" that was freed");
      }
      line.text(" before");
      return;
    case FindingKind::kWrongFree:
      say_thread(line, fault.thread);
      if (fault.other == kNoThread) {
        line.text(" frees what was not allocated");
        return;
      }
      if (fault.before.address != fault.operation.address) {
        line.text(" frees from the middle of memory that ");
        say_thread(line, fault.other);
        line.text(" has allocated");
        return;
      }
      line.text(" frees memory by a function that does not belong to the one by which ");
      say_thread(line, fault.other);
      line.text(" has allocated it");
      return;
    case FindingKind::kStackUseAfterExit:
      say_side(line, fault.operation, fault.thread);
      line.text(", of the stack of ");
      say_thread(line, fault.other);
      line.text(", which has ended");
      return;
    default:
      say_side(line, fault.operation, fault.thread);
      if (fault.other != kNoThread) {
        line.text(", ");
        say_side(line, fault.before, fault.other);
        line.text(" before it and not ordered with it");
      }
      return;
  }
}

}  // namespace

// "data race on total: write by T2 at bank.cpp:12, read by T1 at bank.cpp:20 before it and not ordered with it"
void describe_fault(const Fault& fault) {
  char text[512];
  Line line(text, sizeof text);
  std::string kind(name(fault.kind));
  for (char& character : kind) {
    character = character == '-' ? ' ' : character;
  }
  line.text(kind.c_str());
  const char* variable = variable_of_site(fault.operation.site);
  if (variable[0] == '\0') {
    variable = variable_of_site(fault.before.site);
  }
  if (variable[0] != '\0') {
    line.text(" on ").text(variable);
  }
  line.text(": ");
  say_fault(line, fault);
  describe_outcome(text);
}

}  // namespace heddle::runtime
