// Descriptors of accesses ([WP] Def. 11 and Alg. 2): made from a trace, and found again in another execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/ids.h"
#include "core/suspect.h"
#include "monitor/access_groups.h"
#include "monitor/trace_reader.h"

namespace heddle {

// Makes them, once all of the trace has been walked. The groups stay as they are meanwhile.
//
// S is the shortest top of the call stack that tells the access from those of its thread by the same instruction and
// with another stack. It includes the frame that differs, which Alg. 11 as printed leaves out, and so does not tell
// anything apart. Accesses with the same stack are told apart by N alone.
class Descriptors {
 public:
  Descriptors(const TraceReader& reader, const AccessGroups& groups);

  // Of an access whose stack is known.
  [[nodiscard]] AccessDescriptor of(AccessRef access);

 private:
  struct Class {  // of groups with one thread and site: a part of members_
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  // Into frames_, for all of the class.
  void find_frames(Class which);
  // Also at and beyond the end of a stack.
  [[nodiscard]] SiteId frame_of(CallStacks::Id stack) const;
  [[nodiscard]] CallStacks::Id caller_of(CallStacks::Id stack) const;

  std::span<const TraceThread> threads_;
  const AccessGroups& groups_;
  std::vector<std::uint32_t> members_;  // groups, by thread, site and number
  std::vector<Class> classes_;          // by group
  std::vector<std::uint32_t> frames_;   // by group: how many S has, plus 1; 0: not looked for yet
  std::vector<CallStacks::Id> rests_;   // by group: of its stack, without the frames looked at so far
  std::unordered_map<std::uint64_t, std::uint32_t> executed_by_;  // site: index of the thread, or kSeveral
};

// Says, in an execution, when an access that a descriptor means is about to happen. Accesses at other sites cost a
// comparison each. All threads, one at a time.
class DescriptorMatcher {
 public:
  static constexpr std::size_t kMost = 32;

  explicit DescriptorMatcher(std::span<const AccessDescriptor> descriptors);  // at most kMost

  // A new execution.
  void begin();
  // Before anything else of that thread.
  void start(ThreadId thread, ThreadName name);
  void call(ThreadId thread, SiteId frame) {
    if (needs_stacks_) {
      threads_[thread.value].stack.push_back(frame);
    }
  }
  void leave(ThreadId thread) {
    if (needs_stacks_ && !threads_[thread.value].stack.empty()) {
      threads_[thread.value].stack.pop_back();
    }
  }
  // Bit i: descriptor i means this access, which is about to happen. Counts it, so call it once for each.
  [[nodiscard]] [[gnu::always_inline]] std::uint32_t access(ThreadId thread, SiteId site) {
    for (const SiteId wanted : sites_) {
      if (site == wanted) [[unlikely]] {
        return look(thread, site);
      }
    }
    return 0;
  }
  // The descriptors' sites, each once: whoever has gates opens only these.
  [[nodiscard]] std::span<const SiteId> sites() const { return sites_; }
  // False: calls and returns need not be told.
  [[nodiscard]] bool needs_stacks() const { return needs_stacks_; }

 private:
  struct Thread {
    ThreadName name;
    std::vector<SiteId> stack;
    std::vector<std::uint32_t> counts;  // by descriptor: accesses that match it but for the number
  };

  [[nodiscard]] std::uint32_t look(ThreadId thread, SiteId site);

  std::vector<AccessDescriptor> descriptors_;
  std::vector<SiteId> sites_;
  std::vector<Thread> threads_;  // by id
  bool needs_stacks_ = false;
};

}  // namespace heddle
