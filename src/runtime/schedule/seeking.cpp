#include "runtime/schedule/seeking.h"

#include <memory>
#include <vector>

#include "core/hash.h"
#include "monitor/descriptors.h"
#include "runtime/contexts/pool.h"
#include "runtime/machine/arch.h"
#include "runtime/machine/call_frames.h"
#include "runtime/observe/watching.h"
#include "runtime/program/modules.h"
#include "runtime/state/control.h"

namespace heddle::runtime {

bool seeking = false;

namespace {

std::unique_ptr<DescriptorMatcher> matcher;
std::vector<CallFrames> calls;  // by thread; only while somebody wants to know
std::vector<bool> started;      // by thread: the matcher knows it
std::uint32_t found = 0;        // see sought_and_found()

bool follows_calls() {
  return (matcher != nullptr && matcher->needs_stacks()) || (watching != nullptr && watching->monitor().is_recording());
}

void introduce(const Thread& self) {
  if (started.size() <= self.id.value) {
    started.resize(self.id.value + std::size_t{1});
  }
  if (!started[self.id.value]) {
    started[self.id.value] = true;
    matcher->start(self.id, self.name);
  }
}

CallFrames& calls_of(const Thread& self) {
  if (calls.size() <= self.id.value) {
    calls.resize(self.id.value + std::size_t{1});
  }
  return calls[self.id.value];
}

void leave(const Thread& self, std::size_t count) {
  for (; count != 0; --count) {
    if (matcher != nullptr) {
      introduce(self);
      matcher->leave(self.id);
    }
    watching->monitor().leave(self.id);
  }
}

}  // namespace

void begin_seeking() {
  end_seeking();
  seeking = !execution.wants.seeks.empty();
  if (seeking) {
    matcher = std::make_unique<DescriptorMatcher>(execution.wants.seeks);
    matcher->begin();
  }
  calls.clear();
  started.clear();
  found = 0;
}

void end_seeking() {
  seeking = false;
  matcher = nullptr;
}

std::uint32_t seek(const Thread& self, SiteId site) {
  introduce(self);
  const std::uint32_t bits = matcher->access(self.id, site);
  found |= bits;
  return bits;
}

void enter_function(SiteId function, std::uintptr_t frame) {
  if (!follows_calls()) {
    return;
  }
  const Thread& self = current_thread();
  leave(self, calls_of(self).enter(frame, function.value));
  const auto* caller = reinterpret_cast<const void* const*>(frame)[1];
  const SiteId call{combine(function.value, site_of_code(caller).value)};
  if (matcher != nullptr) {
    introduce(self);
    matcher->call(self.id, call);
  }
  watching->monitor().call(self.id, call);
}

void leave_function(std::uintptr_t frame) {
  if (follows_calls()) {
    const Thread& self = current_thread();
    leave(self, calls_of(self).leave(frame));
  }
}

std::uint32_t sought_and_found() { return found; }

}  // namespace heddle::runtime
