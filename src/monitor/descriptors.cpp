#include "monitor/descriptors.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace heddle {

namespace {

constexpr std::uint32_t kSeveral = ~std::uint32_t{0};
// What is called by the empty stack.
constexpr CallStacks::Id kOver = CallStacks::kUnknown;

// A part of a class's members whose innermost `frames` frames are the same.
struct Alike {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t frames = 0;
};

}  // namespace

Descriptors::Descriptors(const TraceReader& reader, const AccessGroups& groups)
    : threads_(reader.threads()),
      groups_(groups),
      members_(groups.size()),
      classes_(groups.size()),
      frames_(groups.size()),
      rests_(groups.size()) {
  std::iota(members_.begin(), members_.end(), 0U);
  const auto key = [&groups](std::uint32_t group) { return std::pair(groups[group].thread, groups[group].site); };
  std::ranges::sort(members_, {}, [&key](std::uint32_t group) { return std::pair(key(group), group); });
  for (std::uint32_t begin = 0; begin < members_.size();) {
    std::uint32_t end = begin + 1;
    while (end < members_.size() && key(members_[end]) == key(members_[begin])) {
      ++end;
    }
    for (std::uint32_t index = begin; index < end; ++index) {
      classes_[members_[index]] = {.begin = begin, .end = end};
    }
    const AccessGroups::Group& first = groups[members_[begin]];
    const auto [executed, is_first] = executed_by_.emplace(first.site.value, first.thread);
    if (!is_first) {
      executed->second = kSeveral;
    }
    begin = end;
  }
}

AccessDescriptor Descriptors::of(AccessRef access) {
  const AccessGroups::Group& group = groups_[access.group];
  assert(group.stack != CallStacks::kUnknown);
  if (frames_[access.group] == 0) {
    find_frames(classes_[access.group]);
  }
  AccessDescriptor descriptor{.thread = threads_[group.thread].name,
                              .this_thread = executed_by_.at(group.site.value) == kSeveral,
                              .site = group.site,
                              .stack = {},
                              .ordinal = access.ordinal};
  CallStacks::Id stack = group.stack;
  for (std::uint32_t count = 1; count < frames_[access.group]; ++count) {
    descriptor.stack.push_back(frame_of(stack));
    stack = caller_of(stack);
  }
  return descriptor;
}

SiteId Descriptors::frame_of(CallStacks::Id stack) const {
  return stack == CallStacks::kEmpty || stack == kOver ? kStackEnd : groups_.stacks().frame(stack);
}

CallStacks::Id Descriptors::caller_of(CallStacks::Id stack) const {
  return stack == CallStacks::kEmpty || stack == kOver ? kOver : groups_.stacks().caller(stack);
}

// Parts those that differ in their innermost frames, and goes on with each part that has two or more: as many steps as
// S has frames, all of them together. Stacks differ, so at the latest their ends part them.
void Descriptors::find_frames(Class which) {
  for (std::uint32_t index = which.begin; index < which.end; ++index) {
    const std::uint32_t group = members_[index];
    rests_[group] = groups_[group].stack;
    if (rests_[group] == CallStacks::kUnknown) {
      rests_[group] = CallStacks::kEmpty;
      frames_[group] = 1;  // nobody asks for it, but it is different
    }
  }
  const auto unknown = std::ranges::partition(members_.begin() + which.begin, members_.begin() + which.end,
                                              [this](std::uint32_t group) { return frames_[group] == 0; });
  std::vector<Alike> left;
  left.push_back(
      {.begin = which.begin, .end = static_cast<std::uint32_t>(unknown.begin() - members_.begin()), .frames = 0});
  while (!left.empty()) {
    const Alike alike = left.back();
    left.pop_back();
    const auto part = std::span(members_).subspan(alike.begin, alike.end - alike.begin);
    // Frames that call themselves kStackEnd come only from files that we have not written.
    if (part.size() == 1 || std::ranges::all_of(part, [this](std::uint32_t group) { return rests_[group] == kOver; })) {
      std::ranges::for_each(part, [&](std::uint32_t group) { frames_[group] = alike.frames + 1; });
      continue;
    }
    const auto key = [this](std::uint32_t group) { return frame_of(rests_[group]); };
    std::ranges::sort(members_.begin() + alike.begin, members_.begin() + alike.end, {}, key);
    for (std::uint32_t begin = alike.begin; begin < alike.end;) {
      std::uint32_t end = begin + 1;
      while (end < alike.end && key(members_[end]) == key(members_[begin])) {
        ++end;
      }
      left.push_back({.begin = begin, .end = end, .frames = alike.frames + 1});
      begin = end;
    }
    for (std::uint32_t index = alike.begin; index < alike.end; ++index) {
      std::uint32_t& rest = rests_[members_[index]];
      rest = caller_of(rest);
    }
  }
}

// --- Finding them again ---

DescriptorMatcher::DescriptorMatcher(std::span<const AccessDescriptor> descriptors)
    : descriptors_(descriptors.begin(), descriptors.end()) {
  assert(descriptors_.size() <= kMost);
  for (const AccessDescriptor& descriptor : descriptors_) {
    if (std::ranges::find(sites_, descriptor.site) == sites_.end()) {
      sites_.push_back(descriptor.site);
    }
    needs_stacks_ = needs_stacks_ || !descriptor.stack.empty();
  }
}

void DescriptorMatcher::begin() { threads_.clear(); }

void DescriptorMatcher::start(ThreadId thread, ThreadName name) {
  if (threads_.size() <= thread.value) {
    threads_.resize(thread.value + std::size_t{1});
  }
  threads_[thread.value] = {.name = name, .stack = {}, .counts = std::vector<std::uint32_t>(descriptors_.size())};
}

namespace {

// [WP] Alg. 10.
bool is_top(std::span<const SiteId> top, std::span<const SiteId> stack) {
  if (!top.empty() && top.back() == kStackEnd) {
    top = top.first(top.size() - 1);
    if (top.size() != stack.size()) {
      return false;
    }
  }
  return top.size() <= stack.size() && std::equal(top.begin(), top.end(), stack.rbegin());
}

}  // namespace

std::uint32_t DescriptorMatcher::look(ThreadId thread, SiteId site) {
  Thread& self = threads_[thread.value];
  std::uint32_t matched = 0;
  for (std::size_t index = 0; index < descriptors_.size(); ++index) {
    const AccessDescriptor& descriptor = descriptors_[index];
    if (descriptor.site == site && (!descriptor.this_thread || descriptor.thread == self.name) &&
        is_top(descriptor.stack, self.stack) && ++self.counts[index] == descriptor.ordinal) {
      matched |= 1U << index;
    }
  }
  return matched;
}

}  // namespace heddle
