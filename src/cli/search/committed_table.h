// What all workers of a search have reached, in memory they share (engine/reached.h). Only the supervisor writes.
#pragma once

#include <cstdint>

#include "cli/base/descriptor.h"
#include "engine/reached.h"
#include "engine/search.h"
#include "trace/expected.h"

namespace heddle::cli {

class CommittedTable final : public ReachedSink {
 public:
  // At most `memory` bytes.
  static Expected<CommittedTable> create(std::uint64_t memory);

  CommittedTable(CommittedTable&& other) noexcept;
  CommittedTable& operator=(CommittedTable&&) = delete;
  CommittedTable(const CommittedTable&) = delete;
  CommittedTable& operator=(const CommittedTable&) = delete;
  ~CommittedTable() override;

  [[nodiscard]] int descriptor() const { return file_.number(); }

  // At some time there was no room: what came then may be explored, and counted, more than once.
  [[nodiscard]] bool overflowed() const { return overflowed_; }

  void clear() override;
  bool insert(const ReachedEntry& entry) override;
  void for_each(void (*visit)(void* context, const ReachedEntry& entry), void* context) const override;

 private:
  class Writer;
  CommittedTable(Descriptor file, void* region, unsigned most) : file_(std::move(file)), region_(region), most_(most) {}

  Descriptor file_;
  void* region_;
  unsigned most_;  // level
  std::uint64_t size_ = 0;
  bool overflowed_ = false;
};

}  // namespace heddle::cli
