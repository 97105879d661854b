#include "detectors/caught.h"

#include <algorithm>

namespace heddle {

void Caught::begin(FindingSink& sink) {
  sink_ = &sink;
  reported_.clear();
}

void Caught::meet(const Access& access, const Access& pending) {
  if (!conflict(writes(access.kind), access.atomic, writes(pending.kind), pending.atomic) ||
      !overlap(range_of(access), range_of(pending))) {
    return;
  }
  Fault fault = fault_of(kKinds[0]);
  fault.last() = {.thread = access.thread, .operation = operation_of(access), .event = sink_->event()};
  fault.add({.thread = pending.thread, .operation = operation_of(pending), .pending = true});
  fault.signature = race_signature(place_of_(access.site), place_of_(pending.site));
  if (std::ranges::find(reported_, fault.signature) == reported_.end()) {
    reported_.push_back(fault.signature);
    sink_->report(fault);
  }
}

}  // namespace heddle
