// Whether heddle controls this process, and the execution under way.
#pragma once

#include <cstdint>

#include "core/outcome.h"
#include "engine/event_hash.h"
#include "engine/seam.h"
#include "heddle/abi.h"
#include "runtime/machine/arch.h"

namespace heddle::runtime {

// True while the target's threads run under our schedule. False: the program was started on its own, or the runtime is
// still setting up; every intercepted function then forwards to libc.
inline bool controlled() { return heddle_atomics_on == 1; }

// In a process that the program has forked: it runs free (free_mode.h).
extern bool free_mode;
[[nodiscard]] inline bool is_free() { return free_mode; }

// The execution under way; in the runtime's own memory, set up anew for each.
struct Execution {
  Controller* controller = nullptr;
  Wants wants;            // of the controller
  bool recorded = false;  // events go to the segment
  bool focused = false;   // whether operations are in focus is of interest
  bool active = false;    // false between two passes of the test loop: operations happen without choice or event
  std::uint64_t step_limit = 0;
  std::uint64_t thread_limit = 0;  // at most as many as there is room for
  std::uint64_t steps = 0;
  std::uint64_t quiet_limit = 0;
  std::uint64_t quiet_accesses = 0;  // invisible ones
  std::uint64_t vain_tries = 0;      // those of them that were turns of a thread that went on waiting unseen
  std::uint32_t switches = 0;
  std::uint64_t events = 0;
  std::uint32_t points = 0;  // scheduling points with two or more alternatives
  // Steps that the thread whose turn it is may make on end, where nothing else can become possible or impossible while
  // it only accesses memory, and the controller would let it go on.
  std::uint64_t steady_steps = 0;
  bool steady_points = false;      // they are scheduling points: others could go on, too
  std::uint32_t steady_taken = 0;  // such points that the controller does not know of yet
  ThreadId preempted = kNoThread;  // for the step that begins; recorded executions only
  EventHash hash;
  std::uint64_t quiet_hash = 0;  // of the invisible accesses: a program that varies may do so there
  Outcome outcome;
  Context engine;  // where ending an execution continues

  [[nodiscard]] bool is_observed() const { return wants.watch != Watch::kNothing; }
  [[nodiscard]] bool is_quietly_observed() const { return wants.watch == Watch::kAccesses; }
};
extern Execution execution;

// Ends the execution under way: continues the engine, never returns.
[[noreturn]] void end_execution(OutcomeKind kind, int signal, int exit_status);

// One line on the outcome that ends the execution (assertion text, what of an exception ...).
void describe_outcome(const char* text);

}  // namespace heddle::runtime
