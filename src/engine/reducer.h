// Choices left out before a strategy is asked.
//
// The engine tells every reducer of every point that it comes to (engine/course.h); what one of them does not admit is
// not explored, by any strategy. The usual choice is taken all the same where nothing else can be.
#pragma once

#include <cstddef>

#include "engine/measure.h"
#include "engine/seam.h"

namespace heddle {

class Reducer {
 public:
  virtual ~Reducer() = default;
  // The point is valid until the next one.
  virtual void come_to(const ChoicePoint& point, Measure measure) = 0;
  // Of the point it was told of last.
  [[nodiscard]] virtual bool admits(std::size_t chosen) const = 0;
};

}  // namespace heddle
