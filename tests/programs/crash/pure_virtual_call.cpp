// A call of a pure virtual function during construction ends the run.
// FAILS: crash abort
#include "lost_update.h"

struct Base {
  Base() { call(); }
  virtual ~Base() = default;
  void call() { run(); }  // REPORTED
  virtual void run() = 0;
};

struct Derived : Base {
  void run() override {}
};

int main() {
  add_with_two_threads([] { Derived derived; });
}
