// How an execution ended: the interface of what judges that. (Detectors see what happens meanwhile: engine/watcher.h.)
//
// Judges never steer, and combine with every Strategy. The engine calls begin, then observe for every event (if
// `watches()`), then end; never two calls at once.
#pragma once

#include "core/event.h"
#include "core/outcome.h"
#include "engine/finding_sink.h"

namespace heddle {

class Judge {
 public:
  virtual ~Judge() = default;
  virtual void begin() {}
  [[nodiscard]] virtual bool watches() const { return false; }
  virtual void observe(const Event& /*event*/, FindingSink& /*sink*/) {}
  virtual void end(const Outcome& /*outcome*/, FindingSink& /*sink*/) {}
};

}  // namespace heddle
