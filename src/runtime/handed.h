// What the program hands to a function besides the object of the operation: a mutex to a condition wait, a deadline, a
// place for a result. Where that is a bad pointer it is the program that crashes.
#pragma once

namespace heddle::runtime {

// While it lives, a fault at this address is the program's.
class Handed {
 public:
  explicit Handed(const void* pointer);
  ~Handed();
  Handed(const Handed&) = delete;
  Handed& operator=(const Handed&) = delete;
};

}  // namespace heddle::runtime
