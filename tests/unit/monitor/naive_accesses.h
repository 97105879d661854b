// The accesses of a script with their groups, found the slow way and without a trace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "monitor/access_groups.h"
#include "scripts.h"

namespace heddle {

struct NaiveAccess {
  ThreadId thread;
  TraceEvent event;
  std::vector<SiteId> stack;  // the last one called is the last
  AccessRef ref;
  std::map<std::uint64_t, std::uint32_t> lives;  // by word that it touches
  std::size_t step = 0;                          // of the script
};

inline std::vector<NaiveAccess> naive_accesses(const Script& script) {
  std::vector<NaiveAccess> accesses;
  std::map<ThreadId, std::vector<SiteId>> stacks;
  std::map<std::tuple<ThreadId, SiteId, std::vector<SiteId>>, AccessRef> groups;
  struct Renewal {
    std::uint64_t begin;
    std::uint64_t end;  // words
  };
  std::vector<Renewal> renewals;
  for (std::size_t index = 0; index < script.size(); ++index) {
    const auto& [thread, event] = script[index];
    std::vector<SiteId>& stack = stacks[thread];
    if (event.kind == TraceKind::kCall) {
      stack.push_back(event.site);
    } else if (event.kind == TraceKind::kReturn) {
      if (!stack.empty()) {
        stack.pop_back();
      }
    } else if (event.kind == TraceKind::kAllocate || event.kind == TraceKind::kFree) {
      renewals.push_back({.begin = (event.address + 7) / 8, .end = (event.address + event.size) / 8});
    } else if (event.kind == TraceKind::kAccess) {
      const auto number = static_cast<std::uint32_t>(groups.size());
      AccessRef& last = groups.try_emplace({thread, event.site, stack}, AccessRef{.group = number}).first->second;
      ++last.ordinal;
      NaiveAccess access{.thread = thread, .event = event, .stack = stack, .ref = last, .lives = {}, .step = index};
      for (std::uint64_t word = event.address / 8; word <= (event.address + event.size - 1) / 8; ++word) {
        std::uint32_t& life = access.lives[word];
        for (std::uint32_t renewal = 0; renewal < renewals.size(); ++renewal) {
          if (word >= renewals[renewal].begin && word < renewals[renewal].end) {
            life = renewal + 1;
          }
        }
      }
      accesses.push_back(std::move(access));
    }
  }
  return accesses;
}

}  // namespace heddle
