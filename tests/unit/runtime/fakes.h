// A small world for classes of the runtime: models of threads, a segment, and fakes of what they call above them.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/outcome.h"
#include "engine/seam.h"
#include "runtime/program/memory_map.h"
#include "runtime/program/modules.h"
#include "runtime/state/state.h"
#include "trace/segment.h"

namespace heddle::runtime::fakes {

// What end_execution() throws here.
struct ExecutionEnded {
  OutcomeKind kind;
  int signal;
  int exit_status;
};

// An operation that was announced to the scheduler.
struct Announced {
  OperationKind kind;
  const void* object;
  std::uint64_t deadline;
  std::uint32_t size;
};

struct Handled {
  int signal;
  SignalCause cause;
};

// What the fakes answer, and what they were told. New for every test.
struct World {
  std::vector<Announced> announced;  // visible operations
  std::vector<Announced> invisible;
  std::vector<Handled> handled;         // handlers of signals that were called
  std::vector<int> noted_signals;       // note_signal()
  std::vector<MemoryRange> new_memory;  // tell_new_memory()
  std::vector<Mapping> mappings;        // of for_each_target_mapping()
  std::vector<Module> modules;
  std::map<std::uint64_t, const heddle_site*> sites;  // by SiteId
  std::map<std::uintptr_t, std::size_t> stack_slots;  // of slot_of_stack(), by page
  std::uintptr_t stack_top = 0;                       // of every thread
  bool plain_files = true;                            // of is_plain_file()
  std::uint64_t signature = 0;                        // of what a detector saw
  std::function<bool(SiteId)> looks_at = [](SiteId) { return false; };
  std::function<bool(const Thread&)> tries_again = [](const Thread&) { return false; };
  // What the others do before visible() comes back, and what it says.
  std::function<Variant()> turn = [] { return kProceed; };
};
extern World world;

// Chooses as it is told, and keeps what it was asked.
class ScriptedController : public Controller, public Stays {
 public:
  [[nodiscard]] Wants begin() override { return {.watch = Watch::kNothing, .stays = this}; }
  [[nodiscard]] std::size_t choose(const ChoicePoint& point) override {
    ++asked;
    alternatives.clear();
    for (const Choice& choice : point.choices) {
      alternatives.push_back(choice.alternative);
    }
    last_point = point;
    return answer;
  }
  [[nodiscard]] std::uint32_t stays_for(const ChoicePoint& /*point*/) override { return stays; }
  void stayed_for(std::uint32_t points) override { stayed.push_back(points); }

  std::size_t answer = 0;
  std::uint32_t stays = 0;
  int asked = 0;
  std::vector<Alternative> alternatives;
  ChoicePoint last_point;
  std::vector<std::uint32_t> stayed;
};

// Everything as at the beginning of an execution: main alone, running.
class RuntimeTest : public ::testing::Test {
 protected:
  RuntimeTest();
  ~RuntimeTest() override;
  RuntimeTest(const RuntimeTest&) = delete;
  RuntimeTest& operator=(const RuntimeTest&) = delete;

  // One more thread, parked before a read of an address of its own.
  Thread& add_thread();
  // ... before this operation.
  Thread& add_thread(OperationKind kind, void* object);
  void run(const Thread& next) { state().current = next.id; }

  ScriptedController controller;
};

// The line that the classes left as the words of the outcome.
[[nodiscard]] std::string words();

}  // namespace heddle::runtime::fakes
