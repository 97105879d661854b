// A scheduling point with some of its choices left out.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/seam.h"

namespace heddle {

class NarrowedPoint {
 public:
  // Those with an index that `admits` says yes to. What it is made of is kept for the next one.
  template <typename Admits>
  void narrow(const ChoicePoint& point, Admits&& admits) {
    point_ = point;
    point_.earliest_timeout = -1;
    choices_.clear();
    indices_.clear();
    for (std::size_t index = 0; index < point.choices.size(); ++index) {
      if (!admits(index)) {
        continue;
      }
      if (static_cast<std::ptrdiff_t>(index) == point.earliest_timeout) {
        point_.earliest_timeout = static_cast<int>(choices_.size());
      }
      choices_.push_back(point.choices[index]);
      indices_.push_back(index);
    }
    point_.choices = choices_;
  }
  [[nodiscard]] bool empty() const { return choices_.empty(); }
  // As if there were nothing else.
  [[nodiscard]] const ChoicePoint& point() const { return point_; }
  // Of one of its choices: the index in the whole.
  [[nodiscard]] std::size_t index(std::size_t narrowed) const { return indices_[narrowed]; }

 private:
  ChoicePoint point_;
  std::vector<Choice> choices_;
  std::vector<std::size_t> indices_;
};

}  // namespace heddle
