// Reads a trace: thread by thread, or all threads together in the order in which things happened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/ids.h"
#include "monitor/access_trace.h"
#include "monitor/trace_stream.h"
#include "monitor/trace_writer.h"
#include "trace/expected.h"

namespace heddle {

struct TraceThread {
  ThreadId id;
  ThreadName name;
};

// Where the blocks of a trace are; all of them are checked when it is opened. Cursors refer to it, and it to the writer
// whose blocks it reads.
class TraceReader {
 public:
  // An error: no file, one that is no trace, or one of another version.
  static Expected<TraceReader> open(const std::string& path);
  // Of one that is finished or has failed: what is in its file, then what is in memory.
  static Expected<TraceReader> of(const TraceWriter& writer);

  TraceReader(TraceReader&&) noexcept = default;
  TraceReader& operator=(TraceReader&&) noexcept = default;

  // By number; threads with no block are not among them.
  [[nodiscard]] const std::vector<TraceThread>& threads() const { return threads_; }
  // One line: what is wrong, and where; what comes before it is offered. Empty: nothing is.
  [[nodiscard]] const std::string& damage() const { return damage_; }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_; }

 private:
  friend class ThreadCursor;
  friend class TraceScanner;

  struct Place {                        // of a block's body
    std::span<const std::byte> memory;  // or in the file
    std::uint64_t position = 0;
    std::uint64_t size = 0;
  };
  class File {
   public:
    explicit File(int descriptor = -1) : descriptor_(descriptor) {}
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();
    [[nodiscard]] int descriptor() const { return descriptor_; }

   private:
    int descriptor_;
  };

  TraceReader() = default;

  File file_;
  std::vector<TraceThread> threads_;
  std::vector<std::vector<Place>> places_;  // by index in threads_
  std::uint64_t blocks_ = 0;
  std::string damage_;
};

// The events of one thread.
class ThreadCursor {
 public:
  // `thread` is an index of reader.threads().
  ThreadCursor(const TraceReader& reader, std::size_t thread);
  // False at the end. `event` keeps what its kind does not speak of.
  [[nodiscard]] bool next(TraceEvent& event) {
    const StreamDecoder::Got got = decoder_->next(event);
    return got == StreamDecoder::Got::kEvent ? true : next_block(got, event);
  }
  // The trace could not be read to its end, though its blocks were good when it was opened.
  [[nodiscard]] bool is_broken() const { return broken_; }
  [[nodiscard]] const StreamDecoder& decoder() const { return *decoder_; }

 private:
  [[gnu::noinline]] bool next_block(StreamDecoder::Got got, TraceEvent& event);
  bool load();
  void give_up();

  const TraceReader* reader_;
  std::size_t thread_;
  std::size_t next_ = 0;  // of its blocks
  bool broken_ = false;
  std::vector<std::byte> block_;
  std::unique_ptr<StreamDecoder> decoder_;
};

// All of them, by turns. Of what a damaged trace has lost there are no turns, and the others keep their order.
class TraceCursor {
 public:
  explicit TraceCursor(const TraceReader& reader);
  // False at the end. thread() did it. Turns are events, too.
  [[nodiscard]] bool next(TraceEvent& event) {
    if (current_ < threads_.size() && threads_[current_].next(event)) [[likely]] {
      if (event.kind != TraceKind::kSwitch) [[likely]] {
        return true;
      }
      wait_for_turn(event.number);
    }
    return next_turn(event);
  }
  // Index of reader.threads().
  [[nodiscard]] std::size_t thread() const { return current_; }
  // As ThreadCursor's, of any thread.
  [[nodiscard]] bool is_broken() const;

 private:
  struct Turn {
    std::uint64_t number = 0;
    std::size_t thread = 0;
  };
  // Of the current thread.
  void wait_for_turn(std::uint64_t number);
  bool next_turn(TraceEvent& event);

  std::vector<ThreadCursor> threads_;
  std::vector<Turn> turns_;  // a heap: of each thread that is not at its end, but the current one, the next
  std::size_t current_ = 0;
};

}  // namespace heddle
