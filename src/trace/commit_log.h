// The log of a search: what was committed, in order, in one file that is the checkpoint on disk and also holds what is
// left to explore, which is read back from it when its turn comes.
//
//   file:    "heddlelog" and three zero bytes, u32 version, records
//   record:  u32 magic, u32 kind, u64 size, u64 sequence, u64 checksum of the body, u64 checksum of this header,
//            body, zero bytes up to a multiple of 8
//
// Numbers are little-endian. Records are written whole, one after the other, and numbered from 0, so whatever a crash,
// a power cut or a bad disk does to the file, the records before the first bad one are those that were written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "trace/expected.h"

namespace heddle {

inline constexpr std::uint32_t kCommitLogVersion = 3;

struct LogRecord {
  std::uint32_t kind = 0;           // the owner's
  std::uint64_t position = 0;       // of the body in the file
  std::uint64_t size = 0;           // of the body
  std::span<const std::byte> body;  // valid during the visit; empty if it was skipped
};

// Returns false where it cannot make sense of the record: that one and all after it count as damaged.
using LogVisitor = std::function<bool(const LogRecord&)>;

enum class ScanBodies : std::uint8_t {
  kVerify,
  kSkip,  // those of more than kSmallBody bytes are neither read nor checked: a quick look from another process
};
inline constexpr std::uint64_t kSmallBody = 65'536;

struct LogScan {
  std::uint64_t records = 0;
  std::uint64_t good_bytes = 0;  // where the last good record ends
  bool damaged = false;          // also by a record that somebody is writing just now
  std::string damage;            // one line: what, and at which byte
};

// Visits the good records in order. An error: no file, one that is no log, or one of another version.
Expected<LogScan> scan_log(const std::filesystem::path& path, ScanBodies bodies, const LogVisitor& visit);

// Whether a CommitLog of this path exists, in whatever process.
[[nodiscard]] bool log_is_in_use(const std::filesystem::path& path);

// The one writer of a log: holds a lock on the file, which dies with the process. Called by one thread at a time.
class CommitLog {
 public:
  // A new log, which replaces one that nobody uses. It has a temporary name until its first record is safe on disk, so
  // a crash leaves the old one or one with its beginning.
  static Expected<CommitLog> create(const std::filesystem::path& path);

  // Goes on with an existing one: takes the lock, scans, and cuts off what is damaged. `scan` says what was there.
  static Expected<CommitLog> resume(const std::filesystem::path& path, const LogVisitor& visit, LogScan& scan);

  // Returns the position of the body, which read() knows from now on. What the disk does not take stays in memory, as
  // does everything after it, until flush() gets rid of it: the owner watches backlog().
  std::uint64_t append(std::uint32_t kind, std::span<const std::span<const std::byte>> parts);

  // Bytes of one body. False: the disk does not give them. Checks nothing: that was done by scanning.
  [[nodiscard]] bool read(std::uint64_t position, std::span<std::byte> to) const;

  // Tries to write what append() could not. True: nothing is left of it.
  bool flush();

  [[nodiscard]] std::uint64_t backlog() const { return size_ - written_; }  // bytes
  [[nodiscard]] std::string problem() const;  // why there is a backlog, or the last sync() or adopt() failed; or empty

  // Makes what was written survive a power cut. False: the disk reports that it has lost some of it.
  bool sync();

  [[nodiscard]] std::uint64_t size() const { return size_; }  // with the backlog

  // A fresh log under a temporary name, to take the place of this one by adopt(); until then this one is the truth.
  [[nodiscard]] Expected<CommitLog> begin_rewrite() const;

  // False where the disk does not take the new log, or it has no record: nothing has changed then, neither here nor in
  // `rewritten`, whose problem() says why, and it can be tried again.
  bool adopt(CommitLog&& rewritten);

 private:
  // An open file and its lock. One with a temporary name is removed when it is closed.
  class File {
   public:
    File() = default;
    explicit File(int descriptor, std::filesystem::path temporary = {});
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();
    // Empty, whatever a crash has left there. No descriptor: errno says why.
    static File open_temporary(const std::filesystem::path& path);
    [[nodiscard]] int descriptor() const { return descriptor_; }
    [[nodiscard]] bool is_temporary() const { return !temporary_.empty(); }
    [[nodiscard]] bool rename(const std::filesystem::path& path);

   private:
    int descriptor_ = -1;
    std::filesystem::path temporary_;
  };
  struct Pending {
    std::uint64_t start;
    std::vector<std::byte> bytes;  // as they will stand in the file
  };

  CommitLog(std::filesystem::path path, File file) : path_(std::move(path)), file_(std::move(file)) {}
  bool put_in_place();
  bool failed(int error);

  std::filesystem::path path_;
  File file_;
  File replaced_;              // the log that create() will replace: nobody may go on with it
  bool is_rewrite_ = false;    // gets its place by adopt(), not with its first record
  std::uint64_t written_ = 0;  // the file's size; 0 before the first record, with which the file's header is written
  std::uint64_t size_ = 0;
  std::uint64_t next_sequence_ = 0;
  std::vector<Pending> backlog_;  // [written_, size_) without gaps
  int error_ = 0;                 // of the last attempt to write
};

}  // namespace heddle
