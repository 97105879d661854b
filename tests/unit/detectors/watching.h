// Executions told step by step, for tests of detectors that see every access. A thread's verbs say whether the step was
// reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/access.h"
#include "engine/finding_sink.h"

namespace heddle {

template <typename Detector>
class Watched final : public FindingSink {
 public:
  explicit Watched(Detector& detector) : detector_(detector) { detector_.begin(*this); }

  void report(const Fault& fault) override { faults.push_back(fault); }
  [[nodiscard]] EventNumber event() const override { return sites_; }

  bool access(const Access& access) {
    const std::size_t before = faults.size();
    detector_.access(access);
    return faults.size() != before;
  }
  // Every plain access has a place of its own: of one place nothing is reported twice.
  bool plain(AccessKind kind, int thread, std::uintptr_t address, std::size_t size) {
    return access({.thread = id(thread), .kind = kind, .address = address, .size = size, .site = {++sites_}});
  }
  bool read(int thread, std::uintptr_t address, std::size_t size = 4) {
    return plain(AccessKind::kRead, thread, address, size);
  }
  bool write(int thread, std::uintptr_t address, std::size_t size = 4) {
    return plain(AccessKind::kWrite, thread, address, size);
  }
  bool free(int thread, std::uintptr_t address, std::size_t size) {
    return plain(AccessKind::kFree, thread, address, size);
  }
  void renew(std::uintptr_t address, std::size_t size) { detector_.renew({.address = address, .size = size}); }

  bool atomic(AccessKind kind, int thread, std::uintptr_t address, MemoryOrder order, std::size_t size = 4) {
    return access({.thread = id(thread),
                   .kind = kind,
                   .atomic = true,
                   .order = order,
                   .address = address,
                   .size = size,
                   .site = {++sites_}});
  }
  bool load(int thread, std::uintptr_t address, MemoryOrder order) {
    return atomic(AccessKind::kRead, thread, address, order);
  }
  bool store(int thread, std::uintptr_t address, MemoryOrder order) {
    return atomic(AccessKind::kWrite, thread, address, order);
  }
  bool update(int thread, std::uintptr_t address, MemoryOrder order) {
    return atomic(AccessKind::kUpdate, thread, address, order);
  }
  void fence(int thread, MemoryOrder order) {
    detector_.synchronise({.kind = SyncKind::kFence, .thread = id(thread), .order = order, .site = {}});
  }

  void sync(SyncKind kind, int thread, std::uintptr_t object) {
    detector_.synchronise({.kind = kind, .thread = id(thread), .object = object, .site = {}});
  }
  void create(int thread, int child) {
    detector_.synchronise({.kind = SyncKind::kCreate, .thread = id(thread), .other = id(child), .site = {}});
  }
  void join(int thread, int child) {
    detector_.synchronise({.kind = SyncKind::kJoin, .thread = id(thread), .other = id(child), .site = {}});
  }

  std::vector<Fault> faults;

 private:
  static ThreadId id(int number) { return {static_cast<std::uint16_t>(number)}; }

  Detector& detector_;
  std::uint64_t sites_ = 0;
};

}  // namespace heddle
