#include "monitor/trace_writer.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/bytes.h"
#include "core/checksum.h"
#include "core/suspect.h"
#include "monitor/trace_files.h"
#include "monitor/trace_format.h"

namespace heddle {

using namespace trace_format;  // NOLINT(google-build-using-namespace): this file's own

namespace {

constexpr std::size_t kFirstBlock = 4096;
constexpr std::size_t kSmallestBlock = 256;

// Everything, or the errno that says why not; 0: it is done.
int write_fully(int descriptor, std::uint64_t position, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::int64_t written = trace_files::write(descriptor, position, bytes);
    if (written == -EINTR) {
      continue;
    }
    if (written <= 0) {
      return written == 0 ? ENOSPC : static_cast<int>(-written);
    }
    position += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string cannot_write(const std::string& path, int error) {
  return "cannot write " + path + ": " + trace_files::in_words(error);
}

}  // namespace

TraceWriter::TraceWriter(TraceLimits limits, ThreadName main) : limits_(std::move(limits)) {
  limits_.block = std::max(limits_.block, kSmallestBlock);
  current_ = &add(ThreadId{0}, main);
  put({.kind = TraceKind::kSwitch, .number = switches_});
}

TraceWriter::~TraceWriter() {
  if (descriptor_ >= 0) {
    trace_files::close(descriptor_);
  }
}

TraceWriter::Thread& TraceWriter::add(ThreadId id, ThreadName name) {
  if (threads_.size() <= id.value) {
    threads_.resize(id.value + std::size_t{1});
  }
  assert(threads_[id.value] == nullptr);
  threads_[id.value] = std::make_unique<Thread>();
  Thread& thread = *threads_[id.value];
  thread.id = id;
  thread.name = name;
  thread.next_size = std::min(kFirstBlock, limits_.block);
  begin_block(thread);
  return thread;
}

// --- Events ---

void TraceWriter::switch_to(ThreadId thread) {
  assert(thread.value < threads_.size() && threads_[thread.value] != nullptr);
  Thread* const next = threads_[thread.value].get();
  if (next != current_) {
    current_ = next;
    put({.kind = TraceKind::kSwitch, .number = ++switches_});
  }
}

void TraceWriter::put_access(SiteId site, std::uintptr_t address, std::size_t size, std::uint8_t bits) {
  if (size == 0) {
    --current_->accesses;
    return;
  }
  current_->encoder.put_access(site, address, size, bits);
  if_full(*current_);
}

void TraceWriter::call(SiteId site) {
  assert(site != kStackEnd);
  ++current_->calls;
  current_->encoder.put_call(site);
  if_full(*current_);
}

void TraceWriter::leave() {
  current_->encoder.put_return();
  if_full(*current_);
}

void TraceWriter::create(ThreadId child, ThreadName name) {
  put({.kind = TraceKind::kSync, .sync = SyncKind::kCreate, .other = child, .name = name});
  add(child, name);
}

void TraceWriter::sync(SyncKind kind, std::uintptr_t object, ThreadId other) {
  assert(kind != SyncKind::kCreate);
  put({.kind = TraceKind::kSync, .sync = kind, .other = other, .address = object});
}

void TraceWriter::allocate(std::uintptr_t address, std::size_t size) {
  put({.kind = TraceKind::kAllocate, .address = address, .size = size});
}

void TraceWriter::free(std::uintptr_t address, std::size_t size) {
  put({.kind = TraceKind::kFree, .address = address, .size = size});
}

void TraceWriter::put(const TraceEvent& event) {
  current_->encoder.put(event);
  if_full(*current_);
}

// --- Blocks ---

void TraceWriter::begin_block(Thread& thread) {
  if (drops_) {
    // Nobody looks at it, so all threads may have the same.
    thread.encoder.set_block(scratch_);
    return;
  }
  thread.block.resize(sizeof(BlockHeader) + thread.next_size);
  thread.next_size = std::min(thread.next_size * 2, limits_.block);
  thread.encoder.set_block(std::span(thread.block).subspan(sizeof(BlockHeader)));
}

void TraceWriter::next_block(Thread& thread) {
  if (!drops_) {
    seal(thread);
    if (kept_bytes_ > limits_.memory) {
      write_kept();
    }
  }
  begin_block(thread);
}

void TraceWriter::seal_all() {
  for (const std::unique_ptr<Thread>& thread : threads_) {
    // One whose block was full has none just now.
    if (thread != nullptr && !thread->block.empty()) {
      seal(*thread);
    }
  }
  totals_ = counted();
  drops_ = true;
  for (const std::unique_ptr<Thread>& thread : threads_) {
    if (thread != nullptr) {
      begin_block(*thread);
    }
  }
}

void TraceWriter::seal(Thread& thread) {
  const std::size_t size = thread.encoder.finish_block().size();
  std::vector<std::byte> bytes = std::exchange(thread.block, {});
  if (size == 0) {
    return;
  }
  const std::size_t whole = sizeof(BlockHeader) + size;
  if (whole < bytes.size() / 2) {
    bytes = std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  bytes.resize(whole);
  keep({.thread = thread.id.value, .name = thread.name.value}, std::move(bytes));
}

void TraceWriter::keep(BlockHeader header, std::vector<std::byte> bytes) {
  header.sequence = totals_.blocks++;
  header.size = bytes.size() - sizeof header;
  header.body_checksum = checksum(std::span(bytes).subspan(sizeof header));
  header.header_checksum = checksum_of(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  totals_.bytes += bytes.size();
  kept_bytes_ += bytes.size();
  kept_.push_back({.bytes = std::move(bytes)});
}

void TraceWriter::write_kept() {
  if (!open_file()) {
    return;
  }
  std::size_t done = 0;
  std::string problem;
  std::uint64_t& position = totals_.file_bytes;
  for (const Block& block : kept_) {
    const FileHeader beginning = file_header();
    const std::uint64_t start = position == 0 ? sizeof beginning : position;
    if (start + block.bytes.size() > limits_.file_bytes) {
      problem = "the trace is larger than " + std::to_string(limits_.file_bytes) + " bytes";
      break;
    }
    int error = position == 0 ? write_fully(descriptor_, 0, bytes_of(beginning)) : 0;
    error = error == 0 ? write_fully(descriptor_, start, block.bytes) : error;
    if (error != 0) {
      problem = cannot_write(limits_.file, error);
      trace_files::cut(descriptor_, position);  // what is there ends with a block
      break;
    }
    position = start + block.bytes.size();
    kept_bytes_ -= block.bytes.size();
    ++done;
  }
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(done));
  if (!problem.empty()) {
    fail(std::move(problem));
  }
}

bool TraceWriter::open_file() {
  if (descriptor_ >= 0) {
    return true;
  }
  if (limits_.file.empty()) {
    fail("the trace is larger than " + std::to_string(limits_.memory) + " bytes");
    return false;
  }
  descriptor_ = trace_files::make(limits_.file.c_str());
  if (descriptor_ < 0) {
    fail(cannot_write(limits_.file, -descriptor_));
    return false;
  }
  return true;
}

void TraceWriter::fail(std::string problem) {
  problem_ = std::move(problem);
  if (!drops_) {
    seal_all();
  }
}

Expected<TraceTotals> TraceWriter::finish() {
  if (!drops_) {
    seal_all();
    keep({}, std::vector<std::byte>(sizeof(BlockHeader)));
    if (descriptor_ >= 0 || kept_bytes_ > limits_.memory) {
      write_kept();
    }
  }
  return has_failed() ? Expected<TraceTotals>(Error{problem_}) : totals_;
}

TraceTotals TraceWriter::totals() const { return drops_ ? totals_ : counted(); }

TraceTotals TraceWriter::counted() const {
  TraceTotals totals = totals_;
  totals.switches = switches_;
  for (const std::unique_ptr<Thread>& thread : threads_) {
    if (thread != nullptr) {
      ++totals.threads;
      totals.accesses += thread->accesses;
      totals.calls += thread->calls;
    }
  }
  return totals;
}

}  // namespace heddle
