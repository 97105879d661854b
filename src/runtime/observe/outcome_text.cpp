#include "runtime/observe/outcome_text.h"

#include <cstring>

#include "core/hash.h"
#include "runtime/machine/fatal.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"
#include "runtime/state/state.h"

namespace heddle::runtime {
namespace {

char text[512];
SiteId fault_place;

// The same threads at the same places, whoever came first.
std::uint64_t hash_of_waits() {
  const State& models = state();
  std::uint64_t sum = 0;
  for (std::uint16_t index = 0; index < models.live_count; ++index) {
    const Thread& waiting = models.threads[models.live[index].value];
    sum += mix(waiting.pending.site.value + static_cast<std::uint64_t>(waiting.pending.kind));
  }
  return sum;
}

}  // namespace

void describe_outcome(const char* words) {
  Line(text, sizeof text).text(words);
  fault_place = {};
}

const char* outcome_text() { return text; }

void note_fault_place(SiteId place) { fault_place = place; }

std::uint64_t fault_of(const Outcome& outcome) {
  switch (outcome.kind) {
    case OutcomeKind::kDeadlock:
    case OutcomeKind::kLivelock:
      return hash_of_waits();
    case OutcomeKind::kExit:
      return mix(static_cast<std::uint64_t>(outcome.exit_status));
    case OutcomeKind::kAssertion:
    case OutcomeKind::kCrash:
    case OutcomeKind::kLockMisuse:
    case OutcomeKind::kDestroyedPrimitive:
      // The words may contain addresses; where there is a place it says more.
      return fault_place == SiteId{} ? hash_bytes({text, std::strlen(text)})
                                     : combine(static_cast<std::uint64_t>(outcome.signal), fault_place.value);
    case OutcomeKind::kDetected:
      return fault_detected();
    default:
      return 0;
  }
}

const char* variable_of_site(SiteId site) {
  const heddle_site* found = find_site(site);
  return found == nullptr || found->variable == 0 ? ""
                                                  : reinterpret_cast<const char*>(&found->variable) + found->variable;
}

std::uint64_t line_of_site(SiteId site) {
  const heddle_site* found = find_site(site);
  if (found == nullptr || found->file == 0 || found->line == 0) {
    return site.value;
  }
  const auto* file = reinterpret_cast<const char*>(&found->file) + found->file;
  return combine(hash_bytes(file), found->line);
}

const char* place_of_site(SiteId site) {
  const heddle_site* found = find_site(site);
  if (found == nullptr) {
    return nullptr;
  }
  static char place[300];
  const auto* file = reinterpret_cast<const char*>(&found->file) + found->file;
  Line(place, sizeof place).text(found->file == 0 ? "?" : file).text(":").number(found->line);
  return place;
}

}  // namespace heddle::runtime
