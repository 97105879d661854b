#include "core/dependence.h"

namespace heddle {

bool depends(const Event& one, const Event& other) {
  bool found = false;
  each_place(one, [&](std::uint64_t place, bool changes) {
    each_place(other, [&](std::uint64_t at, bool also_changes) {
      found = found || (place == at && (changes || also_changes));
    });
  });
  return found;
}

}  // namespace heddle
