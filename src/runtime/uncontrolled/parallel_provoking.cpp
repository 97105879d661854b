// A suspect is provoked while threads run in parallel ([WP] Alg. 4): one of them is stopped before its access.
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <span>
#include <utility>

#include "core/suspect.h"
#include "detectors/data_race.h"
#include "runtime/machine/fatal.h"
#include "runtime/machine/link.h"
#include "runtime/machine/real.h"
#include "runtime/observe/fault_words.h"
#include "runtime/observe/outcome_text.h"
#include "runtime/observe/recorder.h"
#include "runtime/program/modules.h"
#include "runtime/uncontrolled/parallel_state.h"

namespace heddle::runtime::parallel {
namespace {

// 1 while a thread is held: its range, which others compare with before they look closer.
std::atomic<std::uint32_t> is_held = 0;
std::atomic<std::uintptr_t> held_low = 0;
std::atomic<std::uintptr_t> held_high = 0;
// Where accesses are looked at in any case; it does not change, so no lock is needed.
SiteId sought[2];

Operation operation_of(const Arrival& arrival) {
  Operation operation = heddle::operation_of(arrival.access);
  operation.kind = arrival.kind;
  return operation;
}

segment::RecordedEvent& put_event(const Arrival& arrival) {
  segment::Segment& shared = worker_segment();
  segment::RecordedEvent& recorded = segment::events(&shared)[shared.result.event_count++];
  recorded = {};
  recorded.event.thread = arrival.access.thread;
  recorded.event.operation = operation_of(arrival);
  recorded.site_record = reinterpret_cast<std::uint64_t>(arrival.site);
  recorded.stack = static_cast<std::uint32_t>(shared.result.stack_bytes / 8);
  recorded.frames = static_cast<std::uint16_t>(arrival.frame_count);
  std::memcpy(segment::stacks(&shared) + recorded.stack, arrival.frames, arrival.frame_count * 8);
  shared.result.stack_bytes += arrival.frame_count * 8;
  return recorded;
}

void put_modules() {
  segment::Segment& shared = worker_segment();
  std::uint64_t& used = shared.result.string_bytes;
  for (std::size_t index = 0; index < module_count() && index < segment::kModuleCapacity; ++index) {
    const Module& module = module_at(index);
    const std::size_t size = std::strlen(module.path) + 1;
    std::uint32_t path = 0;
    if (used + size <= segment::kStringCapacity) {
      std::memcpy(segment::strings(&shared) + used, module.path, size);
      path = static_cast<std::uint32_t>(used + 1);
      used += size;
    }
    shared.modules[shared.result.module_count++] = {
        .low = module.low,
        .high = module.high,
        .base = module.base,
        .path = path,
        .instrumented = module.instrumented ? std::uint16_t{1} : std::uint16_t{0},
        .unseen = static_cast<std::uint16_t>(unseen_code(index))};
  }
}

Fault race_of(const Arrival& held, const Arrival& arrived) {
  Fault fault;
  fault.kind = FindingKind::kDataRace;
  fault.last() = {.thread = arrived.access.thread, .operation = operation_of(arrived)};
  fault.add({.thread = held.access.thread, .operation = operation_of(held), .pending = true});
  return fault;
}

// Both threads are before their accesses.
void record_meeting(const Arrival& held, const Arrival& arrived) {
  segment::Result& all = worker_segment().result;
  put_event(held).waits = 1;
  put_event(arrived).fails = 1;
  put_modules();
  all.detected = {
      .seen = 1,
      .fault = race_of(held, arrived),
      .site_records = {reinterpret_cast<std::uint64_t>(arrived.site), reinterpret_cast<std::uint64_t>(held.site)}};
  all.outcome.kind = OutcomeKind::kDetected;
  all.outcome.thread = arrived.access.thread;
}

// Without the lock: the loader's own may be needed.
void describe_meeting(const Arrival& held, const Arrival& arrived) {
  describe_fault(race_of(held, arrived));
  segment::Result& all = worker_segment().result;
  all.outcome.fault = race_signature(line_of_site(arrived.access.site), line_of_site(held.access.site));
  Line message(all.message, sizeof all.message);
  message.text(outcome_text());
  all.message_size = static_cast<std::uint32_t>(message.size());
  result().met = 1;  // last
}

bool overlaps_held(const void* address, std::size_t size) {
  const auto low = reinterpret_cast<std::uintptr_t>(address);
  return is_held.load(std::memory_order_acquire) != 0 && low < held_high.load(std::memory_order_relaxed) &&
         held_low.load(std::memory_order_relaxed) < low + size;
}

// The thread comes to an access that conflicts with that of the one that is held.
bool meet(const Arrival& arrived) {
  std::unique_ptr<Arrival> held;
  {
    const Locked locked;
    const Arrival* waiting = books->held.get();
    if (waiting == nullptr || waiting->access.thread == arrived.access.thread ||
        !overlap(range_of(waiting->access), range_of(arrived.access)) ||
        !conflict(writes(waiting->access.kind), waiting->access.atomic, writes(arrived.access.kind),
                  arrived.access.atomic)) {
      return false;
    }
    held = std::move(books->held);
    record_meeting(*held, arrived);
    let_go();
  }
  describe_meeting(*held, arrived);
  is_held.store(0, std::memory_order_release);
  futex(is_held, FUTEX_WAKE, INT_MAX);
  const Locked locked;  // others may allocate
  held.reset();
  return true;
}

void wait_for_another() {
  timespec until{};
  real().clock_gettime(CLOCK_MONOTONIC, &until);
  const std::uint64_t patience = worker_segment().request.parallel.patience;
  until.tv_sec += static_cast<time_t>(patience / 1'000'000'000);
  until.tv_nsec += static_cast<long>(patience % 1'000'000'000);
  if (until.tv_nsec >= 1'000'000'000) {
    ++until.tv_sec;
    until.tv_nsec -= 1'000'000'000;
  }
  while (is_held.load(std::memory_order_acquire) != 0) {
    const long error = system_call(SYS_futex, reinterpret_cast<long>(&is_held), FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG,
                                   1, reinterpret_cast<long>(&until), 0, static_cast<long>(FUTEX_BITSET_MATCH_ANY));
    if (error != -ETIMEDOUT) {
      continue;
    }
    const Locked locked;
    if (books->held != nullptr) {  // nobody came
      books->held.reset();
      let_go();
      is_held.store(0, std::memory_order_release);
    }
  }
}

void hold(Arrival& arrival, std::uint32_t bits) {
  {
    const Locked locked;
    if (books->is_over || books->held != nullptr) {
      return;
    }
    books->held = std::make_unique<Arrival>(arrival);
    held_low.store(arrival.access.address, std::memory_order_relaxed);
    held_high.store(arrival.access.address + arrival.access.size, std::memory_order_relaxed);
    is_held.store(1, std::memory_order_release);
    result().held = bits;
  }
  wait_for_another();
}

// Which of the descriptors mean it. Every access that may be meant is counted, held or not.
std::uint32_t bits_of(const Access& access) {
  const Locked locked;
  return books->is_over ? 0 : books->matcher->access(self.id, access.site);
}

}  // namespace

void provoke(OperationKind kind, const void* address, std::size_t size, const ParallelPlace& place) {
  const SiteId site = [&] {
    if (place.site != nullptr) {
      return SiteId{place.site->key};
    }
    const Locked locked;  // it is remembered
    return site_of_code(place.code);
  }();
  const bool is_sought = site == sought[0] || site == sought[1];
  if (!is_sought && !overlaps_held(address, size)) {
    return;
  }
  Arrival arrival;
  arrival.kind = kind;
  arrival.site = place.site;
  arrival.frame_count = capture_stack(arrival.frames, Arrival::kFrames);
  {
    const Locked locked;
    if (!be_known()) {
      return;
    }
    arrival.access = access_of(kind, address, size, place);
  }
  const std::uint32_t bits = is_sought ? bits_of(arrival.access) : 0;
  if (overlaps_held(address, size) && meet(arrival)) {
    return;
  }
  const std::uint32_t only = worker_segment().request.parallel.only;
  if ((bits & (only == 0 ? ~0U : only)) != 0) {
    hold(arrival, bits);
  }
}

bool take_suspect() {
  segment::Segment& shared = worker_segment();
  const std::size_t size = shared.request.parallel.suspect_bytes;
  std::span<const std::byte> bytes(segment::lease(&shared), std::min<std::size_t>(size, segment::kLeaseCapacity));
  Suspect suspect;
  if (!decode(bytes, suspect) || suspect.accesses.size() != 2) {
    return false;
  }
  sought[0] = suspect.accesses[0].site;
  sought[1] = suspect.accesses[1].site;
  books->matcher = std::make_unique<DescriptorMatcher>(suspect.accesses);
  books->matcher->begin();
  return true;
}

}  // namespace heddle::runtime::parallel
