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
  sentence.side(fault.operation, fault.thread);
  if (fault.other != kNoThread) {
    sentence.text(", ").side(fault.before, fault.other).text(fault.is_pending ? " at the same time" : " before it");
  }
}

Sentence& Sentence::other_thread(const Fault& fault) {
  return fault.other == fault.thread ? text("it") : thread(fault.other);
}

}  // namespace heddle
