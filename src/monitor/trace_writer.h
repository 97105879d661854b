// Records a trace while the program runs.
//
// Events go, thread by thread, into blocks of memory; blocks that are full are kept, up to a limit. Past it those kept
// go to a file, all of them and in the order in which they became full, so the file by itself is always a trace; then
// memory fills up again. What goes wrong with the file ends the trace: it has all events up to there, of all threads,
// some in the file and the rest in memory, and those after it are dropped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/access.h"
#include "core/ids.h"
#include "monitor/access_trace.h"
#include "monitor/trace_format.h"
#include "monitor/trace_stream.h"
#include "trace/expected.h"

namespace heddle {

struct TraceLimits {
  std::size_t memory = std::size_t{256} << 20U;  // bytes of full blocks; those being written come on top, one a thread
  std::string file{};  // what is past that; replaced if it exists, and made when it is needed. Empty: nowhere
  std::uint64_t file_bytes = std::numeric_limits<std::uint64_t>::max();
  std::size_t block = 65'536;  // bytes; the first ones of a thread are smaller
};

struct TraceTotals {
  std::uint64_t threads = 0;
  std::uint64_t accesses = 0;
  std::uint64_t calls = 0;
  std::uint64_t switches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t bytes = 0;  // of all blocks, with their headers
  std::uint64_t file_bytes = 0;
};

// Called by whoever has its turn: one at a time. Main has the first.
class TraceWriter {
 public:
  explicit TraceWriter(TraceLimits limits, ThreadName main = {});
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;
  ~TraceWriter();  // the file stays

  // It is this thread's turn, and what follows is what it does. It has been created.
  void switch_to(ThreadId thread);

  // Before it happens. `bits` are of AccessBit; an access of no bytes is none.
  [[gnu::always_inline]] void access(SiteId site, std::uintptr_t address, std::size_t size, std::uint8_t bits) {
    Thread& self = *current_;
    ++self.accesses;
    if (!self.encoder.foresaw_access(site, address, size, bits)) {
      put_access(site, address, size, bits);
    }
  }
  void call(SiteId site);  // not kStackEnd
  void leave();

  // `child` will have turns. A start, end and join are told by sync().
  void create(ThreadId child, ThreadName name);
  // Locks, messages and threads; what else SyncKind knows is recorded, and means nothing to the analysis.
  void sync(SyncKind kind, std::uintptr_t object, ThreadId other = kNoThread);

  // Whatever is accessed there before has nothing to do with what is accessed there afterwards. Looked at in whole
  // words of eight bytes within the range, so give the block as the allocator sees it (Allocation::whole). A free that
  // is to conflict with accesses, as AccessKind::kFree does, is an access as well, just before.
  void allocate(std::uintptr_t address, std::size_t size);
  void free(std::uintptr_t address, std::size_t size);

  // Nothing follows. The error: why the trace ends before the execution. What there is can be read in any case.
  Expected<TraceTotals> finish();

  [[nodiscard]] bool has_failed() const { return !problem_.empty(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] TraceTotals totals() const;

  // One that is full or finished, with its header (trace_format.h).
  struct Block {
    std::vector<std::byte> bytes;
  };
  // Those that are not in the file, in order.
  [[nodiscard]] const std::vector<Block>& kept() const { return kept_; }
  // -1: there is none. Its first totals().file_bytes bytes are the trace's.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  struct Thread {
    ThreadId id;
    ThreadName name;
    std::uint64_t accesses = 0;
    std::uint64_t calls = 0;
    std::size_t next_size = 0;     // of its next block
    std::vector<std::byte> block;  // room for the header, then events
    StreamEncoder encoder;
  };

  [[gnu::noinline]] void put_access(SiteId site, std::uintptr_t address, std::size_t size, std::uint8_t bits);
  void put(const TraceEvent& event);
  Thread& add(ThreadId id, ThreadName name);
  void begin_block(Thread& thread);
  void if_full(Thread& thread) {
    if (thread.encoder.is_full()) [[unlikely]] {
      next_block(thread);
    }
  }
  void next_block(Thread& thread);
  // What it did since its last block, if anything, is one.
  void seal(Thread& thread);
  // The trace ends here.
  void seal_all();
  void keep(trace_format::BlockHeader header, std::vector<std::byte> bytes);
  void write_kept();
  bool open_file();
  void fail(std::string problem);
  [[nodiscard]] TraceTotals counted() const;

  TraceLimits limits_;
  std::vector<std::unique_ptr<Thread>> threads_;  // by id; some may be missing
  Thread* current_ = nullptr;
  std::uint64_t switches_ = 0;
  std::vector<Block> kept_;
  std::size_t kept_bytes_ = 0;
  int descriptor_ = -1;
  TraceTotals totals_;
  std::string problem_;
  bool drops_ = false;  // all that comes: it is finished, or has failed
  std::array<std::byte, 256> scratch_{};
};

}  // namespace heddle
