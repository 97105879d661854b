// What happened, in words: a detector puts a sentence together from a fault (FindingKindRow::say).
#pragma once

#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/operation.h"
#include "engine/finding_sink.h"

namespace heddle {

class Sentence {
 public:
  // "bank.cpp:12"; nullptr: not known.
  using PlaceOf = const char* (*)(SiteId site);
  explicit Sentence(PlaceOf place_of) : place_of_(place_of) {}

  Sentence& text(std::string_view text);
  Sentence& thread(ThreadId thread);                            // "T1"
  Sentence& side(const Operation& operation, ThreadId thread);  // "write by T1 at bank.cpp:12"
  Sentence& other_thread(const Fault& fault);                   // "T2", or "it" where one thread did both
  [[nodiscard]] const std::string& words() const { return words_; }

 private:
  PlaceOf place_of_;
  std::string words_;
};

}  // namespace heddle
