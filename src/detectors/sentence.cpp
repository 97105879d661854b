#include "detectors/sentence.h"

#include <string>

#include "detectors/finding_kinds.h"

namespace heddle {

namespace {

[[nodiscard]] std::string_view verb(const Operation& operation) {
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

}  // namespace

Sentence& Sentence::text(std::string_view text) {
  words_ += text;
  return *this;
}

Sentence& Sentence::thread(ThreadId thread) { return text("T").text(std::to_string(thread.value)); }

Sentence& Sentence::side(const Operation& operation, ThreadId thread) {
  text(verb(operation)).text(" by ").thread(thread);
  const char* place = place_of_(operation.site);
  return place == nullptr ? *this : text(" at ").text(place);
}

void say_operations(Sentence& sentence, const Fault& fault) {
  sentence.side(fault.last().operation, fault.last().thread);
  if (fault.earlier().thread != kNoThread) {
    sentence.text(", ")
        .side(fault.earlier().operation, fault.earlier().thread)
        .text(fault.earlier().pending ? " at the same time" : " before it");
  }
}

Sentence& Sentence::other_thread(const Fault& fault) {
  return fault.earlier().thread == fault.last().thread ? text("it") : thread(fault.earlier().thread);
}

}  // namespace heddle
