#include "monitor/access_groups.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr std::size_t kFirstStackSlots = 1024;

}  // namespace

// --- Call stacks ---

CallStacks::CallStacks(std::size_t most) : most_(most), nodes_(1), slots_(kFirstStackSlots, kEmpty) {}

CallStacks::Id CallStacks::look(Id stack, SiteId frame) {
  Id& slot = slots_[slot_of(stack, frame)];
  Id found = slot;
  if (found == kEmpty) {
    if (nodes_.size() >= most_) {
      return kUnknown;
    }
    found = slot = static_cast<Id>(nodes_.size());
    nodes_.push_back({.frame = frame, .caller = stack});
    if (nodes_.size() * 2 > slots_.size()) {
      grow();
    }
  }
  nodes_[stack].last_called = found;
  return found;
}

std::size_t CallStacks::slot_of(Id stack, SiteId frame) const {
  std::size_t at = static_cast<std::size_t>(combine(frame.value, stack)) & (slots_.size() - 1);
  while (slots_[at] != kEmpty && (nodes_[slots_[at]].caller != stack || nodes_[slots_[at]].frame != frame)) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

void CallStacks::grow() {
  slots_.assign(slots_.size() * 2, kEmpty);
  for (Id stack = kEmpty + 1; stack < nodes_.size(); ++stack) {
    slots_[slot_of(nodes_[stack].caller, nodes_[stack].frame)] = stack;
  }
}

// --- Groups ---

AccessGroups::AccessGroups(std::size_t most_stacks) : stacks_(most_stacks), slots_(kFirstStackSlots) {}

std::uint32_t AccessGroups::find(std::uint32_t thread, const TraceEvent& event, CallStacks::Id stack) {
  std::uint32_t& slot = slots_[slot_of(thread, event.place, stack)];
  if (slot != 0) {
    return slot - 1;
  }
  const std::uint32_t group = size();
  slot = group + 1;
  groups_.push_back({.site = event.site, .thread = thread, .place = event.place, .stack = stack, .accesses = 0});
  if (groups_.size() * 2 > slots_.size()) {
    grow();
  }
  return group;
}

std::size_t AccessGroups::slot_of(std::uint32_t thread, std::uint32_t place, CallStacks::Id stack) const {
  const std::uint64_t hash = combine(std::uint64_t{thread} << 32U | place, stack);
  std::size_t at = static_cast<std::size_t>(hash) & (slots_.size() - 1);
  while (slots_[at] != 0) {
    const Group& group = groups_[slots_[at] - 1];
    if (group.thread == thread && group.place == place && group.stack == stack) {
      break;
    }
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

void AccessGroups::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t group = 0; group < groups_.size(); ++group) {
    slots_[slot_of(groups_[group].thread, groups_[group].place, groups_[group].stack)] = group + 1;
  }
}

// --- Walking ---

TraceWalk::TraceWalk(const TraceReader& reader, AccessGroups& groups)
    : cursor_(reader), groups_(groups), threads_(reader.threads().size()) {
  for (AccessGroups::Group& group : groups.groups_) {
    group.accesses = 0;
  }
}

void TraceWalk::called(const TraceEvent& event) {
  Thread& self = threads_[cursor_.thread()];
  if (event.kind == TraceKind::kCall) {
    if (self.stack == CallStacks::kUnknown) {
      ++self.unknown;
      return;
    }
    self.known = self.stack;
    self.stack = groups_.stacks_.call(self.stack, event.site);
  } else if (self.unknown > 0) {
    --self.unknown;
  } else if (self.stack == CallStacks::kUnknown) {
    self.stack = self.known;
  } else if (self.stack != CallStacks::kEmpty) {  // a return from what was called before the trace began is nothing
    self.stack = groups_.stacks_.caller(self.stack);
  }
}

}  // namespace heddle
