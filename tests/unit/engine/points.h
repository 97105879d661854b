// Scheduling points made by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <vector>

#include "engine/seam.h"

namespace heddle {

// Sorted alternatives as (thread, variant); the pending operations are told apart by their sites.
class Point {
 public:
  struct Offer {
    std::uint16_t thread;
    Variant variant = kProceed;
  };

  Point(std::initializer_list<Offer> offers) {
    point_.last = kNoThread;
    for (const Offer offer : offers) {
      operations_.push_back(operation_of(offer.thread));
      choices_.push_back(
          {.alternative = {.thread = {offer.thread}, .variant = offer.variant}, .pending = &operations_.back()});
    }
  }
  Point(const Point&) = delete;
  Point& operator=(const Point&) = delete;

  static Operation operation_of(std::uint16_t thread) {
    return {.kind = OperationKind::kWrite, .site = {std::uint64_t{thread} + 100}, .object = {7}};
  }

  Point& number(std::uint32_t number) { return point_.number = number, *this; }
  Point& last(std::uint16_t thread, std::uint32_t run_length = 1) {
    return point_.last = {thread}, point_.run_length = run_length, *this;
  }
  Point& yielded() { return point_.last_yielded = true, *this; }
  Point& earliest(int index) { return point_.earliest_timeout = index, *this; }

  operator const ChoicePoint&() {  // NOLINT(google-explicit-constructor): reads as the point it is
    point_.choices = choices_;
    return point_;
  }

 private:
  std::deque<Operation> operations_;
  std::vector<Choice> choices_;
  ChoicePoint point_;
};

}  // namespace heddle
