// What threads did, written down for tests: scripts, and traces made of them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/rng.h"
#include "monitor/access_trace.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"

namespace heddle {

struct Step {
  ThreadId thread;
  TraceEvent event;
  friend bool operator==(const Step&, const Step&) = default;
};
// In the order in which it happened. Main is there, others are created.
using Script = std::vector<Step>;

inline ThreadName name_of(std::uint16_t thread) { return ThreadName{thread == 0 ? 0 : mix(thread)}; }

// A script from words: Scripted().access(...).call(...).
class Scripted {
 public:
  Scripted& thread(std::uint16_t thread) {
    thread_ = ThreadId{thread};
    return *this;
  }
  Scripted& access(std::uint64_t site, std::uint64_t address, std::uint64_t size, unsigned bits) {
    return add({.kind = TraceKind::kAccess,
                .bits = static_cast<std::uint8_t>(bits),
                .site = SiteId{site},
                .address = address,
                .size = size});
  }
  Scripted& write(std::uint64_t site, std::uint64_t address) { return access(site, address, 4, kAccessWrites); }
  Scripted& read(std::uint64_t site, std::uint64_t address) { return access(site, address, 4, kAccessReads); }
  Scripted& call(std::uint64_t site) { return add({.kind = TraceKind::kCall, .site = SiteId{site}}); }
  Scripted& leave() { return add({.kind = TraceKind::kReturn}); }
  Scripted& create(std::uint16_t child) {
    return add({.kind = TraceKind::kSync, .sync = SyncKind::kCreate, .other = ThreadId{child}, .name = name_of(child)});
  }
  Scripted& sync(SyncKind kind, std::uint64_t object) {
    return add({.kind = TraceKind::kSync, .sync = kind, .address = object});
  }
  Scripted& lock(std::uint64_t object) { return sync(SyncKind::kLock, object); }
  Scripted& unlock(std::uint64_t object) { return sync(SyncKind::kUnlock, object); }
  Scripted& join(std::uint16_t thread) {
    return add({.kind = TraceKind::kSync, .sync = SyncKind::kJoin, .other = ThreadId{thread}});
  }
  Scripted& allocate(std::uint64_t address, std::uint64_t size) {
    return add({.kind = TraceKind::kAllocate, .address = address, .size = size});
  }
  Scripted& free(std::uint64_t address, std::uint64_t size) {
    return add({.kind = TraceKind::kFree, .address = address, .size = size});
  }
  [[nodiscard]] const Script& script() const { return script_; }

 private:
  Scripted& add(const TraceEvent& event) {
    script_.push_back({.thread = thread_, .event = event});
    return *this;
  }

  ThreadId thread_;
  Script script_;
};

inline void record(const Step& step, TraceWriter& writer) {
  const TraceEvent& event = step.event;
  writer.switch_to(step.thread);
  switch (event.kind) {
    case TraceKind::kAccess:
      writer.access(event.site, event.address, event.size, event.bits);
      break;
    case TraceKind::kCall:
      writer.call(event.site);
      break;
    case TraceKind::kReturn:
      writer.leave();
      break;
    case TraceKind::kSync:
      if (event.sync == SyncKind::kCreate) {
        writer.create(event.other, event.name);
      } else {
        writer.sync(event.sync, event.address, event.other);
      }
      break;
    case TraceKind::kAllocate:
      writer.allocate(event.address, event.size);
      break;
    case TraceKind::kFree:
      writer.free(event.address, event.size);
      break;
    case TraceKind::kSwitch:
      break;
  }
}

inline void record(const Script& script, TraceWriter& writer) {
  for (const Step& step : script) {
    record(step, writer);
  }
}

// All that a trace says, without turns, as a script.
inline Script script_of(const TraceReader& reader) {
  Script script;
  TraceCursor cursor(reader);
  for (TraceEvent event; cursor.next(event); event = {}) {
    event.place = 0;
    if (event.kind != TraceKind::kSwitch) {
      script.push_back({.thread = reader.threads()[cursor.thread()].id, .event = event});
    }
  }
  EXPECT_FALSE(cursor.is_broken());
  return script;
}

inline std::map<ThreadId, std::vector<TraceEvent>> by_thread(const Script& script) {
  std::map<ThreadId, std::vector<TraceEvent>> events;
  for (const Step& step : script) {
    events[step.thread].push_back(step.event);
  }
  return events;
}

// What of a trace is left may end earlier for one thread than for another.
inline bool is_beginning(const Script& part, const Script& whole) {
  std::map<ThreadId, std::vector<TraceEvent>> all = by_thread(whole);
  return std::ranges::all_of(by_thread(part), [&](const auto& entry) {
    const auto& [thread, events] = entry;
    return events.size() <= all[thread].size() && std::equal(events.begin(), events.end(), all[thread].begin());
  });
}

struct Shape {
  std::uint32_t threads = 4;
  std::uint32_t steps = 1000;
  std::uint32_t sites = 20;
  std::uint32_t functions = 4;
  std::uint64_t base = 0x7f00'0000'1000;  // addresses from here on ...
  std::uint32_t bytes = 64;               // ... so many
  std::uint32_t largest = 8;              // access
  std::uint32_t blocks = 2;               // allocations and frees in a hundred
  std::uint32_t returns = 12;             // in a hundred
  bool anywhere = false;                  // addresses and sizes of all magnitudes, too
};

// Loops among it, so that there is something to foresee.
class RandomScript {
 public:
  RandomScript(std::uint64_t seed, const Shape& shape) : rng_(seed), shape_(shape) {}

  Script make() {
    std::uint16_t created = 1;
    while (made_.script().size() < shape_.steps) {
      if (created < shape_.threads && rng_.below(10) == 0) {
        made_.thread(static_cast<std::uint16_t>(rng_.below(created))).create(created);
        ++created;
      }
      made_.thread(static_cast<std::uint16_t>(rng_.below(created)));
      if (rng_.below(8) == 0) {
        loop();
      } else {
        step();
      }
    }
    return made_.script();
  }

 private:
  std::uint64_t site() { return 1000 + mix(rng_.below(shape_.sites)) % 1'000'000; }
  std::uint64_t address() {
    return shape_.anywhere && rng_.below(10) == 0 ? rng_.next() >> rng_.below(60)
                                                  : shape_.base + rng_.below(shape_.bytes);
  }
  std::uint64_t size() {
    return 1 +
           (shape_.anywhere && rng_.below(20) == 0 ? rng_.next() >> (8 + rng_.below(56)) : rng_.below(shape_.largest));
  }
  unsigned bits() {
    static constexpr std::array<unsigned, 6> kAll = {1, 1, 2, 2, 5, 6};
    return kAll[rng_.below(kAll.size())];
  }
  void step() {
    const std::uint32_t what = rng_.below(100);
    if (what < shape_.blocks) {
      const std::uint64_t at = address() / 8 * 8 + rng_.below(2) * rng_.below(8);
      const std::uint64_t length = rng_.below(8) == 0 ? size() : rng_.below(shape_.bytes / 2 + 1);
      if (rng_.below(2) == 0) {
        made_.allocate(at, length);
      } else {
        made_.free(at, length);
      }
    } else if (what < shape_.blocks + shape_.returns) {
      made_.leave();
    } else if (what < shape_.blocks + 2 * shape_.returns) {
      made_.call(1 + rng_.below(shape_.functions));
    } else if (what < shape_.blocks + 2 * shape_.returns + 8) {
      static constexpr std::array kKinds = {SyncKind::kLock,    SyncKind::kUnlock, SyncKind::kSend,
                                            SyncKind::kReceive, SyncKind::kRelock, SyncKind::kLockShared,
                                            SyncKind::kStart};
      made_.sync(kKinds[rng_.below(kKinds.size())], address());
    } else {
      made_.access(site(), address(), size(), bits());
    }
  }
  void loop() {
    const std::uint64_t base = address();
    const std::uint64_t stride = rng_.below(3) * 8;
    const std::uint64_t one = site();
    const std::uint64_t other = site();
    const std::uint32_t times = rng_.below(6);
    const unsigned does = bits();
    for (std::uint32_t i = 0; i < times; ++i) {
      made_.call(2).access(one, base + i * stride, 4, does).access(other, base + i * stride + 4, 4, 1).leave();
    }
  }

  Rng rng_;
  Shape shape_;
  Scripted made_;
};

inline Script random_script(std::uint64_t seed, const Shape& shape) { return RandomScript(seed, shape).make(); }

// A finished trace in memory.
class Recorded {
 public:
  explicit Recorded(const Script& script) : writer_({}, name_of(0)), reader_(made(script)) {}
  [[nodiscard]] const TraceReader& reader() const { return *reader_; }

 private:
  Expected<TraceReader> made(const Script& script) {
    record(script, writer_);
    EXPECT_TRUE(writer_.finish());
    Expected<TraceReader> reader = TraceReader::of(writer_);
    EXPECT_TRUE(reader);
    EXPECT_EQ(reader->damage(), "");
    return reader;
  }

  TraceWriter writer_;
  Expected<TraceReader> reader_;
};

}  // namespace heddle
