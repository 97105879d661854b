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
#include "runtime/uncontrolled/parallel_run.h"

namespace heddle::runtime {

bool seeking = false;

namespace {

std::unique_ptr<DescriptorMatcher> matcher;
std::vector<CallFrames> calls;  // by thread; only while somebody wants to know
std::vector<bool> started;      // by thread: the matcher knows it
std::uint32_t found = 0;        // what was sought, in this execution

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

// Frame pointers: of the hook that called, then of the function that it stands in.
std::uintptr_t frame_of_function(const void* own_frame) {
  const auto* hook = *static_cast<const std::uintptr_t* const*>(own_frame);
  return *hook;
}

}  // namespace

void begin_seeking() {
  end_seeking();
  const auto sought = execution.controller->seeks();
  seeking = !sought.empty();
  if (seeking) {
    matcher = std::make_unique<DescriptorMatcher>(sought);
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

void tell_found() {
  if (seeking) {
    execution.controller->found(found);
  }
}

}  // namespace heddle::runtime

using namespace heddle::runtime;  // NOLINT(google-build-using-namespace): called by name from the architecture's file

// A call is told apart by the function and by where it is called from.
void heddle_function_entered(const heddle_site* site) {
  if (runs_in_parallel()) {
    return parallel_call(site, frame_of_function(__builtin_frame_address(0)));
  }
  if (!controlled() || !follows_calls()) {
    return;
  }
  const Thread& self = current_thread();
  const std::uintptr_t frame = frame_of_function(__builtin_frame_address(0));
  leave(self, calls_of(self).enter(frame, site->key));
  const auto* caller = reinterpret_cast<const void* const*>(frame)[1];
  const heddle::SiteId call{heddle::combine(site->key, site_of_code(caller).value)};
  if (matcher != nullptr) {
    introduce(self);
    matcher->call(self.id, call);
  }
  watching->monitor().call(self.id, call);
}

void heddle_function_left(const heddle_site* /*site*/) {
  if (runs_in_parallel()) {
    return parallel_return(frame_of_function(__builtin_frame_address(0)));
  }
  if (!controlled() || !follows_calls()) {
    return;
  }
  const Thread& self = current_thread();
  const std::uintptr_t frame = frame_of_function(__builtin_frame_address(0));
  leave(self, calls_of(self).leave(frame));
}
