#include "cli/target/shared_segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/bytes.h"
#include "core/finding_codec.h"
#include "core/operation.h"
#include "core/outcome.h"

namespace heddle::cli {
namespace {

constexpr int kLowestDescriptor = 900;

Error no_segment() { return Error{std::string("cannot create the shared-memory segment: ") + std::strerror(errno)}; }

}  // namespace

int move_high(int descriptor) {
  for (int lowest = kLowestDescriptor; descriptor >= 0 && lowest > 0; lowest /= 2) {
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
    if (moved >= 0) {
      ::close(descriptor);
      return moved;
    }
  }
  return descriptor;
}

Expected<SharedSegment> SharedSegment::create() {
  int descriptor = ::memfd_create("heddle", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) {
    return no_segment();
  }
  descriptor = move_high(descriptor);
  void* memory = MAP_FAILED;
  if (::ftruncate(descriptor, static_cast<off_t>(segment::kSize)) == 0) {
    memory = ::mmap(nullptr, segment::kSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  }
  if (memory == MAP_FAILED) {
    const Error error = no_segment();
    ::close(descriptor);
    return error;
  }
  // The target has the descriptor, too: if it made the file shorter, what we read would no longer be there. A kernel
  // that does not know seals leaves it as it was.
  (void)::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  auto* segment = static_cast<segment::Segment*>(memory);
  segment->magic = segment::kMagic;
  segment->size = segment::kSize;
  return SharedSegment(descriptor, segment);
}

SharedSegment::SharedSegment(SharedSegment&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), segment_(std::exchange(other.segment_, nullptr)) {}

SharedSegment::~SharedSegment() {
  if (segment_ != nullptr) {
    ::munmap(segment_, segment::kSize);
    ::close(descriptor_);
  }
}

void SharedSegment::forget_result() const {
  std::memset(static_cast<void*>(&segment_->result), 0, sizeof segment_->result);
}

namespace {

// A bool of which any byte may have been written.
void mend(bool& value) {
  unsigned char byte = 0;
  std::memcpy(&byte, &value, 1);
  value = byte != 0;
}

void mend(Operation& operation) {
  if (static_cast<int>(operation.kind) >= kOperationKindCount) {
    operation.kind = OperationKind::kRead;
  }
}

void mend(Fault& fault) {
  fault.side_count = std::min<std::uint32_t>(fault.side_count, Fault::kMostSides);
  for (Fault::Side& side : fault.sides) {
    mend(side.operation);
    mend(side.pending);
  }
}

void mend(Outcome& outcome) {
  if (static_cast<int>(outcome.kind) >= kOutcomeKindCount) {
    outcome.kind = OutcomeKind::kUnsupported;
  }
}

bool was_written(const segment::RecordedEvent& event) {
  const auto bytes = std::as_bytes(std::span(&event, 1));
  return std::ranges::any_of(bytes, [](std::byte byte) { return byte != std::byte{0}; });
}

}  // namespace

void SharedSegment::mend() const {
  segment::Result& result = segment_->result;
  cli::mend(result.outcome);
  cli::mend(result.detected.fault);
  if (static_cast<int>(result.minimisation.minimality) > static_cast<int>(Minimality::kBudget)) {
    result.minimisation.minimality = Minimality::kBudget;
  }
  std::uint64_t written = 0;
  for (segment::RecordedEvent& event : std::span(segment::events(segment_), events().size())) {
    if (!was_written(event)) {
      result.event_count = written;
      break;
    }
    ++written;
    cli::mend(event.event.visible);
    cli::mend(event.event.succeeded);
    cli::mend(event.event.operation);
  }
}

void SharedSegment::put_schedule(const Schedule& schedule) const {
  assert(schedule.size() <= segment::kScheduleCapacity);
  std::ranges::copy(schedule, segment::schedule(segment_));
  request().schedule_size = static_cast<std::uint32_t>(schedule.size());
}

void SharedSegment::put_input(std::string_view input) const {
  assert(input.size() <= segment::kInputCapacity);
  std::ranges::copy(input, segment::input(segment_));
  request().input_size = input.size();
}

std::string_view SharedSegment::input() const {
  return {segment::input(segment_), std::min<std::size_t>(request().input_size, segment::kInputCapacity)};
}

void SharedSegment::put_cells(std::span<const segment::Cell> cells) const {
  assert(cells.size() <= segment::kCellCapacity);
  std::ranges::copy(cells, segment::cells(segment_));
  request().cell_count = static_cast<std::uint32_t>(cells.size());
}

void SharedSegment::put_focus(std::span<const segment::FocusPlace> places) const {
  assert(places.size() <= segment::kFocusCapacity);
  std::ranges::copy(places, segment::focus(segment_));
  request().hunt.focus_count = static_cast<std::uint32_t>(places.size());
}

std::span<const segment::Cell> SharedSegment::cells(std::size_t first, std::size_t count) const {
  first = std::min(first, segment::kCellCapacity);
  return {segment::cells(segment_) + first, std::min(count, segment::kCellCapacity - first)};
}

std::vector<Finding> SharedSegment::findings() const {
  std::vector<Finding> all;
  const std::size_t used = std::min<std::size_t>(result().hunt.finding_bytes.load(), segment::kFindingCapacity);
  ByteReader reader({segment::findings(segment_), used});
  segment::FindingHead head{};
  std::vector<std::byte> bytes;
  while (reader.take(head) && reader.take(bytes, head.bytes)) {
    std::span<const std::byte> rest(bytes);
    Finding finding;
    if (decode(rest, finding) && rest.empty()) {
      const std::span<const segment::Cell> known = cells(0, head.cells);
      finding.witness.cells.assign(known.begin(), known.end());
      std::ranges::replace(finding.witness.message, '\n', ' ');
      if (fits_segment(finding)) {
        all.push_back(std::move(finding));
      }
    }
  }
  return all;
}

bool fits_segment(const Finding& finding) {
  return finding.witness.schedule.size() <= segment::kScheduleCapacity &&
         finding.witness.cells.size() <= segment::kCellCapacity;
}

Schedule SharedSegment::schedule() const {
  const Deviation* begin = segment::schedule(segment_);
  return {begin, begin + std::min<std::size_t>(result().schedule_size, segment::kScheduleCapacity)};
}

std::string SharedSegment::message() const {
  const std::size_t size = std::min<std::size_t>(result().message_size, sizeof result().message);
  std::string text(result().message, strnlen(result().message, size));
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string SharedSegment::detail() const {
  const std::size_t size = std::min<std::size_t>(result().detail_size, sizeof result().detail);
  return {result().detail, strnlen(result().detail, size)};
}

std::string_view SharedSegment::output() const {
  return {segment::output(segment_), std::min<std::size_t>(result().output_bytes, segment::kOutputCapacity)};
}

std::span<const segment::RecordedEvent> SharedSegment::events() const {
  return {segment::events(segment_), std::min<std::size_t>(result().event_count, segment::kEventCapacity)};
}

std::span<const std::uint64_t> SharedSegment::stack(const segment::RecordedEvent& event) const {
  const std::size_t first = event.stack;
  const std::size_t capacity = segment::kStackCapacity / sizeof(std::uint64_t);
  if (first >= capacity) {
    return {};
  }
  return {segment::stacks(segment_) + first, std::min<std::size_t>(event.frames, capacity - first)};
}

std::span<const segment::Module> SharedSegment::modules() const {
  return {segment_->modules, std::min<std::size_t>(result().module_count, segment::kModuleCapacity)};
}

std::span<const segment::Thread> SharedSegment::threads() const {
  return {segment_->threads, std::min<std::size_t>(result().thread_count, segment::kThreadCapacity)};
}

std::string_view SharedSegment::text(std::uint32_t reference) const {
  if (reference == 0 || reference > segment::kStringCapacity) {
    return {};
  }
  const char* begin = segment::strings(segment_) + (reference - 1);
  return {begin, strnlen(begin, segment::kStringCapacity - (reference - 1))};
}

std::vector<std::string> thread_paths(std::span<const segment::Thread> threads) {
  std::vector<std::string> paths;
  for (const segment::Thread& thread : threads) {
    // A parent is older than its children.
    if (thread.parent < paths.size()) {
      paths.push_back(paths[thread.parent] + "." + std::to_string(thread.ordinal + 1));
    } else {
      paths.emplace_back("main");
    }
  }
  return paths;
}

}  // namespace heddle::cli
