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
    case OperationKind::kReadRange:
    case OperationKind::kVptrRead:
      return "read";
    case OperationKind::kFree:
      return "free";
    case OperationKind::kFrameEnd:
      return "end of its function";
    case OperationKind::kAtomicLoad:
      return "atomic load";
    case OperationKind::kAtomicStore:
      return "atomic store";
    case OperationKind::kAtomicReadModifyWrite:
      return "atomic update";
    case OperationKind::kAtomicCompareExchange:
      return "atomic compare-exchange";
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

// By what a block of the family is allocated, and by what it is freed.
const char* allocator_of(HeapFamily family) {
  switch (family) {
    case HeapFamily::kNew:
      return "new";
    case HeapFamily::kNewArray:
      return "new[]";
    case HeapFamily::kNewAligned:
      return "new with an alignment";
    case HeapFamily::kNewArrayAligned:
      return "new[] with an alignment";
    default:
      return "malloc() or the like";
  }
}

const char* releaser_of(HeapFamily family) {
  switch (family) {
    case HeapFamily::kNew:
      return "delete";
    case HeapFamily::kNewArray:
      return "delete[]";
    case HeapFamily::kNewAligned:
      return "delete with an alignment";
    case HeapFamily::kNewArrayAligned:
      return "delete[] with an alignment";
    default:
      return "free() or the like";
  }
}

// "that it" where one thread did both.
void say_that(Line& line, const Fault& fault) {
  if (fault.earlier().thread == fault.last().thread) {
    line.text(" that it");
    return;
  }
  line.text(" that ");
  say_thread(line, fault.earlier().thread);
}

// Where an access lies that is not inside of the block it belongs to.
const char* side_of(const Operation& access, const Operation& block) {
  if (access.address >= block.address + block.size) {
    return ", behind the end of memory";
  }
  return access.address < block.address ? ", before the start of memory" : ", over the end of memory";
}

// What went wrong with a lock. The operation says which fault it is (detectors/lock_use.h).
void say_lock_misuse(Line& line, const Fault& fault) {
  say_thread(line, fault.last().thread);
  switch (fault.last().operation.kind) {
    case OperationKind::kMutexDestroy:
      line.text(" destroys a lock");
      if (fault.earlier().thread == kNoThread) {
        line.text(" that is held");
        return;
      }
      say_that(line, fault);
      line.text(" holds");
      return;
    case OperationKind::kFree:
      line.text(" frees memory with a lock in it");
      say_that(line, fault);
      line.text(" holds");
      return;
    case OperationKind::kConditionWait:
      if (fault.earlier().thread == kNoThread) {
        line.text(" waits for a condition with a mutex that it does not hold");
        return;
      }
      line.text(" waits for a condition with another mutex than ");
      say_thread(line, fault.earlier().thread);
      line.text(", which waits for the same condition");
      return;
    case OperationKind::kReadWriteUnlock:
    case OperationKind::kMutexUnlock:
      line.text(" releases a lock that ");
      say_thread(line, fault.earlier().thread);
      line.text(" holds");
      return;
    case OperationKind::kThreadEnd:
      line.text(" ends while it holds a lock");
      return;
    default:
      line.text(" locks a mutex that it holds already and that is not recursive");
      return;
  }
}

void say_wrong_free(Line& line, const Fault& fault) {
  say_thread(line, fault.last().thread);
  if (fault.earlier().thread == kNoThread) {
    line.text(" frees memory that was not allocated on the heap");
    return;
  }
  if (fault.earlier().operation.address != fault.last().operation.address) {
    line.text(" frees a pointer into the middle of memory");
    say_that(line, fault);
    line.text(fault.earlier().operation.kind == OperationKind::kFree ? " has freed" : " has allocated");
    return;
  }
  line.text(" frees with ").text(releaser_of(fault.freed_as)).text(" what ");
  if (fault.earlier().thread == fault.last().thread) {
    line.text("it");
  } else {
    say_thread(line, fault.earlier().thread);
  }
  line.text(" has allocated with ").text(allocator_of(fault.allocated_as));
}

// Behind ": ", by kind.
void say_fault(Line& line, const Fault& fault) {
  switch (fault.kind) {
    case FindingKind::kLockMisuse:
      return say_lock_misuse(line, fault);
    case FindingKind::kPossibleDeadlock:
      say_thread(line, fault.last().thread);
      line.text(" and ");
      say_thread(line, fault.earlier().thread);
      line.text(" take the same locks in different orders");
      return;
    case FindingKind::kNoCommonLock:
      say_side(line, fault.last().operation, fault.last().thread);
      line.text(", ");
      say_side(line, fault.earlier().operation, fault.earlier().thread);
      line.text(" before it, and no lock is held at all accesses");
      return;
    case FindingKind::kUseAfterFree:
      say_side(line, fault.last().operation, fault.last().thread);
      line.text(", of memory that ");
      say_thread(line, fault.earlier().thread);
      line.text(" has freed");
      return;
    case FindingKind::kHeapOverflow:
      say_side(line, fault.last().operation, fault.last().thread);
      line.text(side_of(fault.last().operation, fault.earlier().operation)).text(" that ");
      say_thread(line, fault.earlier().thread);
      line.text(" has allocated");
      return;
    case FindingKind::kDoubleFree:
      say_thread(line, fault.last().thread);
      line.text(" frees memory");
      if (fault.earlier().thread == kNoThread) {
        line.text(" that was freed before");
        return;
      }
      say_that(line, fault);
      line.text(" has freed before");
      return;
    case FindingKind::kWrongFree:
      return say_wrong_free(line, fault);
    case FindingKind::kStackUseAfterExit:
      say_side(line, fault.last().operation, fault.last().thread);
      line.text(", of the stack of ");
      say_thread(line, fault.earlier().thread);
      line.text(", which has ended");
      return;
    default:
      say_side(line, fault.last().operation, fault.last().thread);
      if (fault.earlier().thread != kNoThread) {
        line.text(", ");
        say_side(line, fault.earlier().operation, fault.earlier().thread);
        line.text(fault.earlier().pending ? " at the same time" : " before it and not ordered with it");
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
  const char* variable = variable_of_site(fault.last().operation.site);
  if (variable[0] == '\0') {
    variable = variable_of_site(fault.earlier().operation.site);
  }
  if (variable[0] != '\0') {
    line.text(" on ").text(variable);
  }
  line.text(": ");
  say_fault(line, fault);
  describe_outcome(text);
}

}  // namespace heddle::runtime
