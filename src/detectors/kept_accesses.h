// Accesses that are looked at (core/access.h, Looking), with the number of the epoch each was made in: a race that is
// seen by its notes then has a place on its other side, too.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access.h"

namespace heddle {

class KeptAccesses {
 public:
  struct Kept {
    std::uint32_t number = 0;  // 0: here the life of its bytes ends
    EventNumber event = kNoEvent;
    Access access;
  };

  void look_at(const Looking& looking) {
    looking_ = looking;
    is_looking_ = !looking.ranges.empty() || !looking.sites.empty();
  }
  [[nodiscard]] bool is_looking() const { return is_looking_; }
  [[nodiscard]] bool is_looked_at(const Access& access) const;
  [[nodiscard]] bool is_looked_at(ThreadId thread, EventNumber event) const {
    return thread == looking_.thread && event == looking_.event;
  }

  void clear() { kept_.clear(); }
  void add(std::uint32_t number, EventNumber event, const Access& access);
  // Whatever is kept of these bytes does not count for what will lie there.
  void end(MemoryRange range);
  // The last one of the epoch to these bytes that went like this; nullptr: it is not known.
  [[nodiscard]] const Kept* find(std::uint32_t number, MemoryRange bytes, bool writes, bool atomic) const;

 private:
  Looking looking_;
  bool is_looking_ = false;
  std::vector<Kept> kept_;
  // All that is kept lies between them.
  std::uintptr_t from_ = 0;
  std::uintptr_t to_ = 0;
};

}  // namespace heddle
