#include "core/access.h"

namespace heddle {

namespace {

[[nodiscard]] OperationKind kind_of(const Access& access) {
  if (!access.atomic) {
    switch (access.kind) {
      case AccessKind::kFree:
        return OperationKind::kFree;
      case AccessKind::kFrameEnd:
        return OperationKind::kFrameEnd;
      case AccessKind::kRead:
        return OperationKind::kRead;
      default:
        return OperationKind::kWrite;
    }
  }
  switch (access.kind) {
    case AccessKind::kRead:
      return OperationKind::kAtomicLoad;
    case AccessKind::kWrite:
      return OperationKind::kAtomicStore;
    default:
      return OperationKind::kAtomicReadModifyWrite;
  }
}

}  // namespace

Operation operation_of(const Access& access) {
  Operation operation;
  operation.kind = kind_of(access);
  operation.order = access.order;
  operation.size = static_cast<std::uint32_t>(access.size);
  operation.site = access.site;
  operation.address = access.address;
  return operation;
}

}  // namespace heddle
