// Reading the log of a search.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/checksum.h"
#include "trace/commit_log.h"
#include "trace/commit_log_format.h"

namespace heddle {
namespace commit_log_format {

Error cannot(std::string_view what, const std::filesystem::path& path, int error) {
  if (error == EWOULDBLOCK) {
    return Error{path.string() + " is in use by another process"};
  }
  return Error{"cannot " + std::string(what) + " " + path.string() + ": " + std::strerror(error)};
}

Error not_a_log(const std::filesystem::path& path) { return Error{path.string() + " is not a heddle search log"}; }

bool is_regular(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

std::size_t read_at(int descriptor, std::uint64_t position, std::span<std::byte> to) {
  std::size_t done = 0;
  errno = 0;
  while (done < to.size()) {
    const ssize_t got = ::pread(descriptor, to.data() + done, to.size() - done, static_cast<off_t>(position + done));
    if (got < 0 && errno == EINTR) {
      errno = 0;
      continue;
    }
    if (got <= 0) {
      break;
    }
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace commit_log_format

using namespace commit_log_format;  // NOLINT(google-build-using-namespace): this file's own

namespace {

std::uint64_t size_of(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// Reads ahead, so that small records do not cost a system call each.
class Reader {
 public:
  Reader(int descriptor, std::size_t ahead) : descriptor_(descriptor), ahead_(ahead) {}

  // Valid until the next call. Nothing: the file ends before, or cannot be read.
  std::optional<Bytes> at(std::uint64_t position, std::uint64_t size) {
    if (position < start_ || position + size > start_ + filled_) {
      fill(position, std::max<std::size_t>(size, ahead_));
    }
    if (position + size > start_ + filled_) {
      return std::nullopt;
    }
    return Bytes(buffer_).subspan(position - start_, size);
  }

  [[nodiscard]] int error() const { return error_; }

 private:
  void fill(std::uint64_t position, std::size_t size) {
    std::size_t kept = 0;
    if (position >= start_ && position < start_ + filled_) {
      kept = start_ + filled_ - position;
      std::memmove(buffer_.data(), buffer_.data() + (position - start_), kept);
    }
    if (buffer_.size() < size) {
      buffer_.resize(size);
    }
    start_ = position;
    filled_ = kept + read_at(descriptor_, position + kept, std::span(buffer_).subspan(kept, size - kept));
    error_ = filled_ < size ? errno : 0;
  }

  int descriptor_;
  std::size_t ahead_;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;  // position of the buffer in the file
  std::size_t filled_ = 0;
  int error_ = 0;
};

template <typename Header>
std::optional<Header> header_at(Reader& reader, std::uint64_t position) {
  const std::optional<Bytes> bytes = reader.at(position, sizeof(Header));
  if (!bytes) {
    return std::nullopt;
  }
  Header header;
  std::memcpy(&header, bytes->data(), sizeof header);
  return header;
}

class Scanner {
 public:
  Scanner(int descriptor, const std::filesystem::path& path, ScanBodies bodies)
      : path_(path),
        bodies_(bodies),
        end_(size_of(descriptor)),
        reader_(descriptor, bodies == ScanBodies::kVerify ? kAhead : kAheadWhenSkipping) {}

  Expected<LogScan> scan(const LogVisitor& visit) {
    if (end_ < sizeof(FileHeader)) {
      return without_header();
    }
    const std::optional<FileHeader> header = header_at<FileHeader>(reader_, 0);
    if (!header) {
      return cannot("read", path_, reader_.error());
    }
    if (header->magic != file_header().magic) {
      return not_a_log(path_);
    }
    if (header->version != kCommitLogVersion) {
      return Error{path_.string() + " is of version " + std::to_string(header->version) + ", this heddle reads " +
                   std::to_string(kCommitLogVersion)};
    }
    result_.good_bytes = sizeof(FileHeader);
    while (result_.good_bytes < end_ && next(visit)) {
      ++result_.records;
    }
    // A bad block of the disk is damage like any other; what else keeps us from reading may pass.
    if (result_.damaged && reader_.error() != 0 && reader_.error() != EIO) {
      return cannot("read", path_, reader_.error());
    }
    return result_;
  }

 private:
  static constexpr std::size_t kAhead = 262'144;
  static constexpr std::size_t kAheadWhenSkipping = 4096;

  // Cut off before its first record, or somebody else's.
  Expected<LogScan> without_header() {
    const std::optional<Bytes> there = reader_.at(0, end_);
    if (!there) {
      return cannot("read", path_, reader_.error());
    }
    const FileHeader header = file_header();
    if (!std::ranges::equal(*there, bytes_of(header).first(end_))) {
      return not_a_log(path_);
    }
    result_.damaged = true;
    result_.damage = "the file ends at byte " + std::to_string(end_) + ", within its header";
    return result_;
  }

  bool next(const LogVisitor& visit) {
    const std::uint64_t start = result_.good_bytes;
    if (end_ - start < sizeof(RecordHeader)) {
      return cut_off();  // the file may have grown since, but by how much?
    }
    const std::optional<RecordHeader> header = header_at<RecordHeader>(reader_, start);
    if (!header) {
      return unreadable();
    }
    if (header->magic != kRecordMagic || header->header_checksum != checksum_of(*header)) {
      return damaged("wrong header");
    }
    if (header->sequence != result_.records) {
      return damaged("it is number " + std::to_string(header->sequence) + " instead of " +
                     std::to_string(result_.records));
    }
    LogRecord record{.kind = header->kind, .position = start + sizeof(RecordHeader), .size = header->size, .body = {}};
    const std::uint64_t room = end_ - record.position;
    if (record.size > room || record.size + padding_after(record.size) > room) {
      return cut_off();
    }
    if (bodies_ == ScanBodies::kVerify || record.size <= kSmallBody) {
      const std::optional<Bytes> body = reader_.at(record.position, record.size);
      if (!body) {
        return unreadable();
      }
      if (checksum(*body) != header->body_checksum) {
        return damaged("wrong checksum");
      }
      record.body = *body;
    }
    if (visit && !visit(record)) {
      return damaged("unknown content");
    }
    result_.good_bytes = record.position + record.size + padding_after(record.size);
    return true;
  }

  bool cut_off() { return damaged("the file ends at byte " + std::to_string(end_) + ", within it"); }

  bool unreadable() {
    return damaged(reader_.error() == 0 ? "the file ends within it" : std::strerror(reader_.error()));
  }

  bool damaged(const std::string& how) {
    result_.damaged = true;
    result_.damage = "record at byte " + std::to_string(result_.good_bytes) + ": " + how;
    return false;
  }

  const std::filesystem::path& path_;
  ScanBodies bodies_;
  std::uint64_t end_;
  Reader reader_;
  LogScan result_;
};

}  // namespace

Expected<LogScan> commit_log_format::scan_file(int descriptor, const std::filesystem::path& path, ScanBodies bodies,
                                               const LogVisitor& visit) {
  return Scanner(descriptor, path, bodies).scan(visit);
}

Expected<LogScan> scan_log(const std::filesystem::path& path, ScanBodies bodies, const LogVisitor& visit) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return cannot("read", path, errno);
  }
  Expected<LogScan> result =
      is_regular(descriptor) ? scan_file(descriptor, path, bodies, visit) : Expected<LogScan>(not_a_log(path));
  ::close(descriptor);
  return result;
}

}  // namespace heddle
