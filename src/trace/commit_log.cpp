#include "trace/commit_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

#include "core/bytes.h"
#include "core/checksum.h"
#include "trace/commit_log_format.h"

namespace heddle {

using namespace commit_log_format;  // NOLINT(google-build-using-namespace): this file's own

namespace {

// --- Locks ---

std::filesystem::path temporary_of(const std::filesystem::path& path, const char* purpose) {
  return path.string() + purpose;
}
constexpr const char* kNew = ".new";
constexpr const char* kRewrite = ".rewrite";

bool is_name_of(const std::filesystem::path& path, int descriptor) {
  struct stat named{};
  struct stat open{};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 && named.st_dev == open.st_dev &&
         named.st_ino == open.st_ino;
}

// File systems without locks have to do without: a log written by two processes is found damaged, no worse.
bool lock(int descriptor, int how) {
  return ::flock(descriptor, how | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR);
}

// log_is_in_use() holds the lock for a moment, and so does a child of a writer that died before the child's exec.
bool lock_with_patience(int descriptor) {
  constexpr int kTries = 50;
  constexpr useconds_t kPause = 2000;
  for (int i = 0; i < kTries; ++i) {
    if (lock(descriptor, LOCK_EX)) {
      return true;
    }
    ::usleep(kPause);
  }
  errno = EWOULDBLOCK;
  return false;
}

// The descriptor, or -1 and errno, which is EWOULDBLOCK if another has the lock.
int open_locked(const std::filesystem::path& path, int flags) {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, 0666);  // a pipe must not block
    if (descriptor < 0) {
      return -1;
    }
    const bool locked = lock_with_patience(descriptor);
    if (locked && is_name_of(path, descriptor)) {
      return descriptor;
    }
    ::close(descriptor);
    if (!locked) {
      errno = EWOULDBLOCK;
      return -1;
    }
    // Its former holder has renamed or removed it meanwhile.
  }
  errno = EWOULDBLOCK;
  return -1;
}

bool is_locked(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    return false;
  }
  const bool locked = !lock(descriptor, LOCK_SH);  // shared, so that two who ask do not see each other
  ::close(descriptor);
  return locked;
}

// What a crash has left. Somebody who has just opened it, and not locked it yet, will notice and make another.
void remove_stale(const std::filesystem::path& temporary) {
  // For writing, without which NFS has no exclusive locks.
  const int descriptor = ::open(temporary.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (descriptor < 0) {
    return;
  }
  if (lock(descriptor, LOCK_EX) && is_name_of(temporary, descriptor)) {
    ::unlink(temporary.c_str());
  }
  ::close(descriptor);
}

// --- Writing ---

// Everything, or nothing: then errno says why. One system call unless the disk takes less than it was given.
bool write_at(int descriptor, std::uint64_t start, std::span<iovec> parts) {
  std::uint64_t position = start;
  while (!parts.empty()) {
    const int count = static_cast<int>(std::min<std::size_t>(parts.size(), IOV_MAX));
    const ssize_t written = ::pwritev(descriptor, parts.data(), count, static_cast<off_t>(position));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      const int error = written == 0 ? ENOSPC : errno;
      static_cast<void>(::ftruncate(descriptor, static_cast<off_t>(start)));  // else the next attempt overwrites it
      errno = error;
      return false;
    }
    position += static_cast<std::uint64_t>(written);
    auto rest = static_cast<std::size_t>(written);
    while (!parts.empty() && rest >= parts.front().iov_len) {
      rest -= parts.front().iov_len;
      parts = parts.subspan(1);
    }
    if (rest > 0) {
      parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + rest;
      parts.front().iov_len -= rest;
    }
  }
  return true;
}

// Some file systems cannot; they are taken as they are.
bool sync_file(int descriptor) { return ::fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

void sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);  // where it fails, a power cut brings the former log back, which is as good as it was
    ::close(descriptor);
  }
}

}  // namespace

bool log_is_in_use(const std::filesystem::path& path) { return is_locked(path) || is_locked(temporary_of(path, kNew)); }

CommitLog::File::File(int descriptor, std::filesystem::path temporary)
    : descriptor_(descriptor), temporary_(std::move(temporary)) {}

CommitLog::File CommitLog::File::open_temporary(const std::filesystem::path& path) {
  const int descriptor = open_locked(path, O_RDWR | O_CREAT | O_NOFOLLOW);
  if (descriptor < 0) {
    return {};
  }
  File file(descriptor, path);
  return ::ftruncate(descriptor, 0) == 0 ? std::move(file) : File();  // what a crash has left
}

CommitLog::File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), temporary_(std::exchange(other.temporary_, {})) {}

CommitLog::File& CommitLog::File::operator=(File&& other) noexcept {
  File old(std::move(*this));
  descriptor_ = std::exchange(other.descriptor_, -1);
  temporary_ = std::exchange(other.temporary_, {});
  return *this;
}

CommitLog::File::~File() {
  if (descriptor_ < 0) {
    return;
  }
  if (is_temporary() && is_name_of(temporary_, descriptor_)) {
    ::unlink(temporary_.c_str());
  }
  ::close(descriptor_);
}

bool CommitLog::File::rename(const std::filesystem::path& path) {
  if (::rename(temporary_.c_str(), path.c_str()) != 0) {
    return false;
  }
  temporary_.clear();
  return true;
}

Expected<CommitLog> CommitLog::create(const std::filesystem::path& path) {
  // Who makes a log holds the lock of the one temporary name for it, so there is only one at a time.
  File file = File::open_temporary(temporary_of(path, kNew));
  if (file.descriptor() < 0) {
    return cannot("write", path, errno);
  }
  File replaced(open_locked(path, O_RDWR));
  if (replaced.descriptor() < 0 && errno != ENOENT) {
    return cannot("write", path, errno);
  }
  if (replaced.descriptor() >= 0 && !is_regular(replaced.descriptor())) {
    return Error{"cannot write " + path.string() + ": it is not a regular file"};
  }
  remove_stale(temporary_of(path, kRewrite));
  CommitLog log(path, std::move(file));
  log.replaced_ = std::move(replaced);
  return log;
}

Expected<CommitLog> CommitLog::resume(const std::filesystem::path& path, const LogVisitor& visit, LogScan& scan) {
  File file(open_locked(path, O_RDWR));
  if (file.descriptor() < 0) {
    return cannot("open", path, errno);
  }
  if (!is_regular(file.descriptor())) {
    return not_a_log(path);
  }
  const Expected<LogScan> scanned = scan_file(file.descriptor(), path, ScanBodies::kVerify, visit);
  if (!scanned) {
    return Error{scanned.error()};
  }
  scan = *scanned;
  if (scan.damaged && ::ftruncate(file.descriptor(), static_cast<off_t>(scan.good_bytes)) != 0) {
    return cannot("write", path, errno);
  }
  remove_stale(temporary_of(path, kNew));
  remove_stale(temporary_of(path, kRewrite));
  CommitLog log(path, std::move(file));
  log.written_ = scan.good_bytes;
  log.size_ = scan.good_bytes;
  log.next_sequence_ = scan.records;
  return log;
}

std::uint64_t CommitLog::append(std::uint32_t kind, std::span<const Bytes> parts) {
  static constexpr std::array<std::byte, 8> kPadding{};
  const FileHeader beginning = file_header();
  RecordHeader header{.kind = kind, .sequence = next_sequence_++};
  std::vector<iovec> pieces;
  pieces.reserve(parts.size() + 3);
  std::uint64_t total = 0;
  const auto add = [&](Bytes bytes) {
    if (!bytes.empty()) {
      pieces.push_back({.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()});
      total += bytes.size();
    }
  };
  if (size_ == 0) {
    add(bytes_of(beginning));
  }
  add(bytes_of(header));
  const std::uint64_t before_body = total;
  std::ranges::for_each(parts, add);
  header.size = total - before_body;
  header.body_checksum = checksum_of_parts(parts);
  header.header_checksum = checksum_of(header);
  add(Bytes(kPadding).first(padding_after(header.size)));

  const std::uint64_t start = size_;
  size_ += total;
  const bool is_first_of_new = file_.is_temporary() && !is_rewrite_;
  if (backlog_.empty() && !is_first_of_new) {
    std::vector<iovec> unwritten = pieces;  // write_at() moves on in it
    if (write_at(file_.descriptor(), start, unwritten)) {
      written_ = size_;
      return start + before_body;
    }
    failed(errno);
  }
  Pending& pending = backlog_.emplace_back(Pending{.start = start, .bytes = {}});
  pending.bytes.reserve(total);
  for (const iovec& piece : pieces) {
    const auto* bytes = static_cast<const std::byte*>(piece.iov_base);
    pending.bytes.insert(pending.bytes.end(), bytes, bytes + piece.iov_len);
  }
  if (is_first_of_new && start == 0) {
    flush();
  }
  return start + before_body;
}

bool CommitLog::read(std::uint64_t position, std::span<std::byte> to) const {
  if (to.empty()) {
    return true;  // also that of an empty body at the end
  }
  if (position < written_) {
    return read_at(file_.descriptor(), position, to) == to.size();
  }
  const auto after =
      std::ranges::upper_bound(backlog_, position, {}, [](const Pending& pending) { return pending.start; });
  if (after == backlog_.begin()) {
    return false;
  }
  const Pending& pending = *std::prev(after);
  const std::uint64_t offset = position - pending.start;
  if (offset > pending.bytes.size() || to.size() > pending.bytes.size() - offset) {
    return false;
  }
  std::ranges::copy(Bytes(pending.bytes).subspan(offset, to.size()), to.begin());
  return true;
}

bool CommitLog::flush() {
  std::size_t done = 0;
  for (const Pending& pending : backlog_) {
    iovec piece{.iov_base = const_cast<std::byte*>(pending.bytes.data()), .iov_len = pending.bytes.size()};
    if (!write_at(file_.descriptor(), pending.start, std::span(&piece, 1))) {
      failed(errno);
      break;
    }
    // The first record of a new log stays in memory until the file has its name.
    if (file_.is_temporary() && !is_rewrite_ && !put_in_place()) {
      static_cast<void>(::ftruncate(file_.descriptor(), 0));
      break;
    }
    written_ += pending.bytes.size();
    ++done;
  }
  backlog_.erase(backlog_.begin(), backlog_.begin() + static_cast<std::ptrdiff_t>(done));
  if (backlog_.empty()) {
    error_ = 0;
  }
  return backlog_.empty();
}

std::string CommitLog::problem() const { return error_ == 0 ? std::string() : std::strerror(error_); }

bool CommitLog::sync() {
  if (!sync_file(file_.descriptor())) {
    return failed(errno);
  }
  if (backlog_.empty()) {
    error_ = 0;
  }
  return true;
}

Expected<CommitLog> CommitLog::begin_rewrite() const {
  const std::filesystem::path temporary = temporary_of(path_, kRewrite);
  File file = File::open_temporary(temporary);
  if (file.descriptor() < 0) {
    return cannot("write", temporary, errno);
  }
  CommitLog log(path_, std::move(file));
  log.is_rewrite_ = true;
  return log;
}

bool CommitLog::adopt(CommitLog&& rewritten) {
  assert(rewritten.is_rewrite_ && rewritten.path_ == path_);
  if (rewritten.size_ == 0 || !rewritten.flush() || !rewritten.put_in_place()) {
    return false;
  }
  *this = std::move(rewritten);
  return true;
}

bool CommitLog::put_in_place() {
  if (!sync_file(file_.descriptor()) || !file_.rename(path_)) {
    return failed(errno);
  }
  sync_folder_of(path_);
  is_rewrite_ = false;
  replaced_ = File();
  return true;
}

bool CommitLog::failed(int error) {
  error_ = error;
  return false;
}

}  // namespace heddle
