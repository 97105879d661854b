#include "runtime/schedule/focus.h"

#include <unwind.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/hash.h"
#include "runtime/machine/link.h"
#include "runtime/machine/notes.h"
#include "runtime/machine/own_text.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"

namespace heddle::runtime {
namespace {

enum class Standing : std::uint8_t { kUnknown, kInside, kOutside, kLibrary };

// Addresses already looked up: direct-mapped.
struct Known {
  std::uintptr_t address;
  std::uint32_t generation;  // of the list of modules
  Standing standing;
};
constexpr std::size_t kKnown = 8192;
Known known[kKnown];

std::span<const segment::FocusPlace> places() {
  segment::Segment& shared = worker_segment();
  return {segment::focus(&shared), std::min<std::size_t>(shared.request.hunt.focus_count, segment::kFocusCapacity)};
}

// The entry for a place, or nullptr.
const segment::FocusPlace* find(std::uint64_t module, std::uint64_t offset) {
  const auto all = places();
  const auto found = std::ranges::lower_bound(
      all, segment::FocusPlace{.module = module, .offset = offset, .kind = segment::FocusKind::kModule});
  return found != all.end() && found->module == module && found->offset == offset ? &*found : nullptr;
}

Standing look_up(std::uintptr_t address) {
  const Module* module = module_of(address);
  if (module == nullptr || !module->instrumented) {
    return Standing::kLibrary;
  }
  const std::uint64_t name = hash_bytes({module->path, std::strlen(module->path)});
  if (const segment::FocusPlace* place = find(name, address - module->base); place != nullptr) {
    return place->kind == segment::FocusKind::kInside ? Standing::kInside : Standing::kLibrary;
  }
  if (find(name, 0) == nullptr) {
    note(LedgerRow::kFocusUnknown);
  }
  return Standing::kOutside;
}

Standing standing_of(std::uintptr_t address) {
  Known& entry = known[mix(address) % kKnown];
  if (entry.address != address || entry.generation != module_generation()) {
    entry = {.address = address, .generation = module_generation(), .standing = look_up(address)};
  }
  return entry.standing;
}

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  const std::uintptr_t address = _Unwind_GetIP(context);
  if (address == 0 || in_own_text(address)) {
    return _URC_NO_REASON;
  }
  auto& standing = *static_cast<Standing*>(argument);
  standing = standing_of(address);
  return standing == Standing::kLibrary ? _URC_NO_REASON : _URC_END_OF_STACK;
}

Standing standing_of_caller() {
  Standing standing = Standing::kLibrary;
  // The unwinder takes a mutex through the name we interpose: that is not the target's doing.
  const bool active = execution.active;
  execution.active = false;
  _Unwind_Backtrace(look_at_frame, &standing);
  execution.active = active;
  return standing;
}

}  // namespace

bool has_focus() { return worker_segment().request.hunt.has_focus != 0; }

bool is_in_focus(Place place) {
  const void* where = place.site != nullptr ? static_cast<const void*>(place.site) : place.caller;
  Standing standing = standing_of(reinterpret_cast<std::uintptr_t>(where));
  if (standing == Standing::kLibrary) {
    standing = standing_of_caller();
  }
  return standing == Standing::kInside;
}

}  // namespace heddle::runtime
