// Owns the shared-memory segment of one target process (trace/segment.h).
#pragma once

#include <algorithm>
#include <cstring>  // strnlen
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding.h"
#include "core/schedule.h"
#include "trace/expected.h"
#include "trace/segment.h"

namespace heddle::cli {

class SharedSegment {
 public:
  // Zeroed but for magic and size.
  static Expected<SharedSegment> create();

  SharedSegment(SharedSegment&& other) noexcept;
  SharedSegment& operator=(SharedSegment&&) = delete;
  SharedSegment(const SharedSegment&) = delete;
  SharedSegment& operator=(const SharedSegment&) = delete;
  ~SharedSegment();

  // A high number, out of the target's way. Of a process of the target: TargetProcess lets it survive exec.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] segment::Request& request() const { return segment_->request; }
  [[nodiscard]] segment::Result& result() const { return segment_->result; }
  [[nodiscard]] segment::LeaseSlot& lease() const { return segment_->lease; }
  [[nodiscard]] std::byte* lease_area() const { return segment::lease(segment_); }
  [[nodiscard]] std::byte* commit_area() const { return segment::commit(segment_); }

  // As before the start.
  void forget_result() const;
  // When nobody writes any more: what the target has written over is made something that can be read. Events that were
  // never written are not counted, and what is no value of its type becomes one.
  void mend() const;
  [[nodiscard]] std::span<const segment::Cell> cells(std::size_t first, std::size_t count) const;
  void put_schedule(const Schedule& schedule) const;
  void put_input(std::string_view input) const;
  void put_cells(std::span<const segment::Cell> cells) const;
  void put_focus(std::span<const segment::FocusPlace> places) const;

  [[nodiscard]] std::string_view input() const;

  // The target may have written anything: every size is cut to the area's.
  [[nodiscard]] Schedule schedule() const;
  [[nodiscard]] std::string message() const;
  [[nodiscard]] std::string detail() const;
  [[nodiscard]] std::string_view output() const;
  [[nodiscard]] std::span<const segment::RecordedEvent> events() const;
  [[nodiscard]] std::span<const std::uint64_t> stack(const segment::RecordedEvent& event) const;
  [[nodiscard]] std::span<const segment::Module> modules() const;
  [[nodiscard]] std::span<const segment::Thread> threads() const;
  // What a hunt found so far.
  [[nodiscard]] std::vector<Finding> findings() const;
  // A string by its offset + 1; empty for 0.
  [[nodiscard]] std::string_view text(std::uint32_t reference) const;

 private:
  SharedSegment(int descriptor, segment::Segment* segment) : descriptor_(descriptor), segment_(segment) {}

  int descriptor_;
  segment::Segment* segment_;
};

// Whatever it is read from may have been written over, or forged: whether a segment can take it.
[[nodiscard]] bool fits_segment(const Finding& finding);

// As high a number as asked for, or as the limit of open files allows: out of the target's way.
[[nodiscard]] int move_high(int descriptor);

// The text of a field of the segment, up to its end or a 0, as one line.
template <std::size_t kSize>
[[nodiscard]] std::string one_line(const char (&field)[kSize]) {
  std::string text(field, strnlen(field, kSize));
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// "main", "main.1" (the first thread main created), "main.1.2" ...: threads by who created them, for people.
[[nodiscard]] std::vector<std::string> thread_paths(std::span<const segment::Thread> threads);

}  // namespace heddle::cli
