#include "monitor/trace_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/bytes.h"
#include "core/checksum.h"
#include "monitor/trace_files.h"
#include "monitor/trace_format.h"

namespace heddle {

using namespace trace_format;  // NOLINT(google-build-using-namespace): this file's own

namespace {

// False: `error` says why, 0 at the end of the file.
bool read_fully(int descriptor, std::uint64_t position, std::span<std::byte> to, int& error) {
  error = 0;
  while (!to.empty()) {
    const std::int64_t got = trace_files::read(descriptor, position, to);
    if (got == -EINTR) {
      continue;
    }
    if (got <= 0) {
      error = static_cast<int>(-got);
      return false;
    }
    position += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

Error cannot_read(const std::string& path, int error) {
  return Error{"cannot read " + path + ": " + trace_files::in_words(error)};
}

}  // namespace

TraceReader::File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

TraceReader::File& TraceReader::File::operator=(File&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

TraceReader::File::~File() {
  if (descriptor_ >= 0) {
    trace_files::close(descriptor_);
  }
}

// Finds and checks the blocks, in order, up to the first that is not as it should be.
class TraceScanner {
 public:
  explicit TraceScanner(TraceReader& reader) : reader_(reader) {}

  // Of the reader's file, which is as long as that.
  void scan_file(std::uint64_t end) {
    std::uint64_t position = sizeof(FileHeader);
    while (good() && position < end) {
      const std::string where = " at offset " + std::to_string(position);
      BlockHeader header;
      if (end - position < sizeof header) {
        damaged(where, cut_off(end));
        return;
      }
      if (!read(position, std::as_writable_bytes(std::span(&header, 1)))) {
        damaged(where, read_error());
        return;
      }
      if (!check(header, where)) {
        return;
      }
      position += sizeof header;
      if (header.size > end - position) {
        damaged(where, cut_off(end));
        return;
      }
      body_.resize(header.size);
      if (!read(position, body_)) {
        damaged(where, read_error());
        return;
      }
      add(header, body_, {.memory = {}, .position = position, .size = header.size}, where);
      position += header.size;
    }
  }

  void scan(std::span<const std::byte> block) {
    const std::string where = " in memory";
    BlockHeader header;
    ByteReader reader(block);
    if (!good() || !reader.take(header) || !check(header, where)) {
      return;
    }
    const std::span<const std::byte> body = block.subspan(sizeof header);
    if (header.size != body.size()) {
      damaged(where, "its size is wrong");
      return;
    }
    add(header, body, {.memory = body, .position = 0, .size = body.size()}, where);
  }

  // `end`: in words, where that is.
  void finish(const std::string& end) {
    if (good() && !ended_) {
      reader_.damage_ = "the trace ends at " + end + ", without its last block";
    }
    // By number.
    std::vector<std::size_t> order(found_.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
      order[index] = index;
    }
    std::ranges::sort(order, {}, [this](std::size_t index) { return found_[index].thread.id; });
    for (const std::size_t index : order) {
      reader_.threads_.push_back(found_[index].thread);
      reader_.places_.push_back(std::move(found_[index].places));
    }
  }

 private:
  struct Found {
    TraceThread thread;
    std::vector<TraceReader::Place> places;
  };
  static constexpr std::uint32_t kNotFound = ~std::uint32_t{0};

  [[nodiscard]] bool good() const { return reader_.damage_.empty(); }

  bool read(std::uint64_t position, std::span<std::byte> to) {
    return read_fully(reader_.file_.descriptor(), position, to, error_);
  }

  static std::string cut_off(std::uint64_t end) {
    return "the file ends at offset " + std::to_string(end) + ", within it";
  }
  [[nodiscard]] std::string read_error() const {
    return error_ == 0 ? "the file ends within it" : trace_files::in_words(error_);
  }

  void damaged(const std::string& where, const std::string& how) {
    reader_.damage_ = "block " + std::to_string(reader_.blocks_) + where + " is damaged: " + how;
  }

  bool check(const BlockHeader& header, const std::string& where) {
    if (header.magic != kBlockMagic || header.header_checksum != checksum_of(header)) {
      damaged(where, "its header is wrong");
    } else if (header.sequence != reader_.blocks_) {
      damaged(where, "it is number " + std::to_string(header.sequence));
    } else if (ended_) {
      damaged(where, "it follows the last one");
    } else if (header.thread >= kNoThread.value && header.thread != kNobody) {
      damaged(where, "there is no thread " + std::to_string(header.thread));
    }
    return good();
  }

  void add(const BlockHeader& header, std::span<const std::byte> body, const TraceReader::Place& place,
           const std::string& where) {
    if (checksum(body) != header.body_checksum) {
      damaged(where, "checksum differs");
      return;
    }
    ++reader_.blocks_;
    if (header.thread == kNobody) {
      ended_ = true;
      return;
    }
    if (indices_.size() <= header.thread) {
      indices_.resize(header.thread + std::size_t{1}, kNotFound);
    }
    std::uint32_t& index = indices_[header.thread];
    if (index == kNotFound) {
      index = static_cast<std::uint32_t>(found_.size());
      found_.push_back(
          {.thread = {.id = ThreadId{static_cast<std::uint16_t>(header.thread)}, .name = ThreadName{header.name}},
           .places = {}});
    }
    found_[index].places.push_back(place);
  }

  TraceReader& reader_;
  std::vector<Found> found_;
  std::vector<std::uint32_t> indices_;  // by thread's number
  std::vector<std::byte> body_;
  int error_ = 0;  // of the last read
  bool ended_ = false;
};

Expected<TraceReader> TraceReader::open(const std::string& path) {
  TraceReader reader;
  reader.file_ = File(trace_files::open(path.c_str()));
  const int descriptor = reader.file_.descriptor();
  if (descriptor < 0) {
    return cannot_read(path, -descriptor);
  }
  const Error not_a_trace{path + " is not a heddle trace"};
  const std::int64_t size = trace_files::size(descriptor);
  if (size < 0) {
    return not_a_trace;
  }
  FileHeader header;
  int error = 0;
  if (!read_fully(descriptor, 0, std::as_writable_bytes(std::span(&header, 1)), error)) {
    return error == 0 ? not_a_trace : cannot_read(path, error);
  }
  if (header.magic != file_header().magic) {
    return not_a_trace;
  }
  if (header.version != kVersion) {
    return Error{path + " is of version " + std::to_string(header.version) + ", this heddle reads " +
                 std::to_string(kVersion)};
  }
  const auto end = static_cast<std::uint64_t>(size);
  TraceScanner scanner(reader);
  scanner.scan_file(end);
  scanner.finish("offset " + std::to_string(end));
  return reader;
}

Expected<TraceReader> TraceReader::of(const TraceWriter& writer) {
  TraceReader reader;
  TraceScanner scanner(reader);
  if (writer.totals().file_bytes > 0) {
    reader.file_ = File(trace_files::duplicate(writer.descriptor()));
    if (const int descriptor = reader.file_.descriptor(); descriptor < 0) {
      return Error{"cannot read the trace's file: " + trace_files::in_words(-descriptor)};
    }
    scanner.scan_file(writer.totals().file_bytes);
  }
  for (const TraceWriter::Block& block : writer.kept()) {
    scanner.scan(block.bytes);
  }
  const bool was_good = reader.damage_.empty();
  scanner.finish("block " + std::to_string(reader.blocks_));
  if (was_good && writer.has_failed()) {
    reader.damage_ = writer.problem();
  }
  return reader;
}

// --- Cursors ---

ThreadCursor::ThreadCursor(const TraceReader& reader, std::size_t thread)
    : reader_(&reader), thread_(thread), decoder_(std::make_unique<StreamDecoder>()) {}

bool ThreadCursor::next_block(StreamDecoder::Got got, TraceEvent& event) {
  while (got == StreamDecoder::Got::kEndOfBlock) {
    if (!load()) {
      return false;
    }
    got = decoder_->next(event);
  }
  if (got == StreamDecoder::Got::kNonsense) {
    give_up();
  }
  return got == StreamDecoder::Got::kEvent;
}

bool ThreadCursor::load() {
  const std::vector<TraceReader::Place>& places = reader_->places_[thread_];
  if (next_ == places.size()) {
    return false;
  }
  const TraceReader::Place& place = places[next_++];
  block_.assign(place.size + StreamDecoder::kPadding, std::byte{0});
  const std::span<std::byte> body = std::span(block_).first(place.size);
  if (!place.memory.empty()) {
    std::ranges::copy(place.memory, body.begin());
  } else if (int error = 0; !read_fully(reader_->file_.descriptor(), place.position, body, error)) {
    give_up();
    return false;
  }
  decoder_->set_block(body);
  return true;
}

void ThreadCursor::give_up() {
  broken_ = true;
  next_ = reader_->places_[thread_].size();
  *decoder_ = StreamDecoder();
}

TraceCursor::TraceCursor(const TraceReader& reader) : current_(reader.threads().size()) {
  for (std::size_t thread = 0; thread < reader.threads().size(); ++thread) {
    threads_.emplace_back(reader, thread);
    TraceEvent event;
    // Whatever a thread does, it does in a turn.
    if (threads_.back().next(event) && event.kind == TraceKind::kSwitch) {
      turns_.push_back({.number = event.number, .thread = thread});
    }
  }
  std::ranges::make_heap(turns_, std::ranges::greater{}, &Turn::number);
}

void TraceCursor::wait_for_turn(std::uint64_t number) {
  turns_.push_back({.number = number, .thread = current_});
  std::ranges::push_heap(turns_, std::ranges::greater{}, &Turn::number);
}

bool TraceCursor::next_turn(TraceEvent& event) {
  if (turns_.empty()) {
    current_ = threads_.size();
    return false;
  }
  std::ranges::pop_heap(turns_, std::ranges::greater{}, &Turn::number);
  event.kind = TraceKind::kSwitch;
  event.number = turns_.back().number;
  current_ = turns_.back().thread;
  turns_.pop_back();
  return true;
}

bool TraceCursor::is_broken() const { return std::ranges::any_of(threads_, &ThreadCursor::is_broken); }

}  // namespace heddle
