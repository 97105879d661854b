#include "runtime/entry/accesses.h"

#include <algorithm>

#include "core/operation.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/notes.h"
#include "runtime/observe/recorder.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/seeking.h"
#include "runtime/state/control.h"
#include "runtime/uncontrolled/parallel_run.h"

namespace heddle::runtime {
namespace {

OperationKind kind_of(const heddle_site* site) {
  switch (static_cast<heddle_site_kind>(site->kind)) {
    case HEDDLE_SITE_READ:
      return OperationKind::kRead;
    case HEDDLE_SITE_WRITE:
      return OperationKind::kWrite;
    case HEDDLE_SITE_READ_RANGE:
      return OperationKind::kReadRange;
    case HEDDLE_SITE_WRITE_RANGE:
      return OperationKind::kWriteRange;
    case HEDDLE_SITE_VPTR_READ:
      return OperationKind::kVptrRead;
    case HEDDLE_SITE_VPTR_WRITE:
      return OperationKind::kVptrWrite;
    case HEDDLE_SITE_ATOMIC_LOAD:
      return OperationKind::kAtomicLoad;
    case HEDDLE_SITE_ATOMIC_STORE:
      return OperationKind::kAtomicStore;
    case HEDDLE_SITE_ATOMIC_RMW:
      return OperationKind::kAtomicReadModifyWrite;
    case HEDDLE_SITE_ATOMIC_CAS:
      return OperationKind::kAtomicCompareExchange;
    case HEDDLE_SITE_FENCE:
    case HEDDLE_SITE_FUNCTION:
    case HEDDLE_SITE_FRAME_END:
      break;
  }
  return OperationKind::kFence;
}

// What a thread does while it is alone reaches the others in order.
void note_order(unsigned order) {
  if (order < HEDDLE_ORDER_SEQ_CST && other_threads_alive()) {
    note(LedgerRow::kWeakAtomics);
  }
}

// Frame pointers: of the hook that called, then of the function that it stands in.
std::uintptr_t frame_of_function(const void* own_frame) {
  const auto* hook = *static_cast<const std::uintptr_t* const*>(own_frame);
  return *hook;
}

}  // namespace

}  // namespace heddle::runtime

using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): called by name from the architecture's file

void heddle_single_access(const void* address, const heddle_site* site) {
  if (quick_watch != nullptr && heddle_accesses.left >= 0) {
    const bool reads = site->kind == HEDDLE_SITE_READ || site->kind == HEDDLE_SITE_VPTR_READ;
    watch_access(current_thread(), reads ? heddle::AccessKind::kRead : heddle::AccessKind::kWrite,
                 reinterpret_cast<std::uintptr_t>(address), site->size, {site->key});
    return;
  }
  heddle_accesses.left = std::max(heddle_accesses.left, -1);  // however many there are
  if (controlled()) {
    visible_access(kind_of(site), address, site->size, site);
  } else if (runs_in_parallel()) {
    parallel_access(kind_of(site), address, site->size, {.site = site});
  }
}

void heddle_range_access(const void* address, std::size_t size, const heddle_site* site) {
  if (quick_watch != nullptr && heddle_accesses.left > 0 && size != 0) {
    --heddle_accesses.left;
    const bool reads = site->kind == HEDDLE_SITE_READ_RANGE;
    if (quick_watch->range_at_once(reinterpret_cast<std::uintptr_t>(address), size, !reads, quick_for_others)) {
      return;
    }
    watch_access(current_thread(), reads ? heddle::AccessKind::kRead : heddle::AccessKind::kWrite,
                 reinterpret_cast<std::uintptr_t>(address), size, {site->key});
    return;
  }
  if (controlled() && size != 0) {
    visible_access(kind_of(site), address, size, site);
  } else if (runs_in_parallel()) {
    parallel_access(kind_of(site), address, size, {.site = site});
  }
}

// Nothing happens there that others could see: no point at which threads are switched, and no part of the execution's
// identity.
void heddle_variable_end(const void* address, std::size_t size, const heddle_site* site) {
  if (runs_in_parallel()) {
    return parallel_life_end(address, size);
  }
  if (!is_watched() || !controlled()) {
    return;
  }
  Thread& self = current_thread();
  ++self.ends;
  const auto start = reinterpret_cast<std::uintptr_t>(address);
  if (quick_watch != nullptr && quick_watch->range_at_once(start, size, /*writes=*/true, /*others=*/false)) {
    return;
  }
  if (execution.recorded) {
    heddle::Event event;
    event.thread = self.id;
    event.thread_name = self.name;
    event.visible = false;
    event.succeeded = true;
    event.operation.kind = heddle::OperationKind::kFrameEnd;
    event.operation.site = {site->key};
    event.operation.address = start;
    event.operation.size = static_cast<std::uint32_t>(size);
    (void)record_quiet_access(event, self, site);
  }
  watch_access(self, heddle::AccessKind::kFrameEnd, start, size, {site->key});
}

void heddle_atomic_access(const void* address, const heddle_site* site) {
  if (controlled()) {
    note_order(site->order);
    visible_access(kind_of(site), address, site->size, site);
  } else if (runs_in_parallel()) {
    parallel_access(kind_of(site), address, site->size, {.site = site});
  }
}

void heddle_compare_exchange(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high) {
  if (controlled()) {
    note_order(site->order & 0xfU);  // that of failure is never stronger
    if ((site->flags & HEDDLE_SITE_WEAK) != 0) {
      heddle::runtime::note(heddle::LedgerRow::kWeakExchange);
    }
    visible_compare_exchange(address, site, low, high);
  } else if (runs_in_parallel()) {
    parallel_access(kind_of(site), address, site->size, {.site = site});
  }
}

void heddle_fence_passed(const heddle_site* site) {
  if (controlled()) {
    note_order(site->order);
    visible(heddle::OperationKind::kFence, nullptr, {.site = site, .caller = nullptr});
  }
}

void heddle_function_entered(const heddle_site* site) {
  const std::uintptr_t frame = frame_of_function(__builtin_frame_address(0));
  if (runs_in_parallel()) {
    parallel_call(site, frame);
  } else if (controlled()) {
    enter_function({site->key}, frame);
  }
}

void heddle_function_left(const heddle_site* /*site*/) {
  const std::uintptr_t frame = frame_of_function(__builtin_frame_address(0));
  if (runs_in_parallel()) {
    parallel_return(frame);
  } else if (controlled()) {
    leave_function(frame);
  }
}
