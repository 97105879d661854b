// A stand-in for libheddle_rt.so: speaks the segment's protocol (trace/segment.h) without controlling anything, so that
// the command line is tested alone, with targets that end in every way there is. The program's first argument says how.

#include <elf.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "core/hash.h"
#include "heddle/abi.h"
#include "stand_in.h"

namespace heddle::stand_in {

segment::Segment* the_segment = nullptr;

void set_message(const char* text) {
  std::snprintf(the_segment->result.message, sizeof the_segment->result.message, "%s", text);
  the_segment->result.message_size = static_cast<std::uint32_t>(std::strlen(the_segment->result.message));
}

void set_detail(const char* text) {
  std::snprintf(the_segment->result.detail, sizeof the_segment->result.detail, "%s", text);
  the_segment->result.detail_size = static_cast<std::uint32_t>(std::strlen(the_segment->result.detail));
}

[[noreturn]] void end(segment::Phase phase, int status) {
  the_segment->result.phase = phase;
  _exit(status);
}

std::uint32_t add_string(std::string_view text) {
  static std::uint32_t used = 0;
  std::memcpy(segment::strings(the_segment) + used, text.data(), text.size());
  const std::uint32_t reference = used + 1;
  used += static_cast<std::uint32_t>(text.size()) + 1;
  the_segment->result.string_bytes = used;
  return reference;
}

void put_output(std::string_view text) {
  if (the_segment->request.show_output != 0) {
    (void)!::write(1, text.data(), text.size());
    return;
  }
  std::memcpy(segment::output(the_segment), text.data(), text.size());
  the_segment->result.output_bytes = text.size();
}

void put_threads() {
  the_segment->threads[0] = {0xffff, 0, 0};
  the_segment->threads[1] = {0, 0, 0};
  the_segment->threads[2] = {0, 1, 0};
  the_segment->threads[3] = {1, 0, 0};
  the_segment->result.thread_count = 4;
}

static int add_module(dl_phdr_info* info, std::size_t /*size*/, void* /*data*/) {
  char own_path[4096] = {};
  const char* path = info->dlpi_name;
  if (*path == 0) {
    (void)!::readlink("/proc/self/exe", own_path, sizeof own_path - 1);
    path = own_path;
  }
  segment::Module module{.low = ~0ULL,
                         .high = 0,
                         .base = info->dlpi_addr,
                         .path = add_string(path),
                         .instrumented = static_cast<std::uint16_t>(*info->dlpi_name == 0 ? 1 : 0),
                         .unseen = 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type == PT_LOAD) {
      const std::uint64_t low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
      module.low = std::min<std::uint64_t>(module.low, low);
      module.high = std::max<std::uint64_t>(module.high, low + info->dlpi_phdr[i].p_memsz);
    }
  }
  the_segment->modules[the_segment->result.module_count++] = module;
  return 0;
}

void put_modules() { ::dl_iterate_phdr(&add_module, nullptr); }

// The stack: a function of ours (a library that is not instrumented) and a line of the program.
static std::uint32_t add_stack() {
  const auto index = static_cast<std::uint32_t>(the_segment->result.stack_bytes / sizeof(std::uint64_t));
  std::uint64_t* stack = segment::stacks(the_segment) + index;
  stack[0] = reinterpret_cast<std::uint64_t>(&add_module) + 1;
  stack[1] = reinterpret_cast<std::uint64_t>(&example_function) + 1;
  the_segment->result.stack_bytes += 2 * sizeof(std::uint64_t);
  return index;
}

segment::RecordedEvent& put_event(std::uint16_t thread, OperationKind kind, const void* address) {
  segment::RecordedEvent& event = segment::events(the_segment)[the_segment->result.event_count++];
  event.event.succeeded = true;
  event.event.thread = ThreadId{thread};
  event.event.operation.kind = kind;
  event.event.operation.address = reinterpret_cast<std::uintptr_t>(address);
  event.stack = add_stack();
  event.frames = 2;
  return event;
}

namespace {

void on_dump(int /*signal*/) {
  std::uint64_t bias = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        *static_cast<std::uint64_t*>(data) = info->dlpi_addr;  // the program itself comes first
        return 1;
      },
      &bias);
  char text[200];
  std::snprintf(text, sizeof text, "  T0 is running\n    main program+0x%llx\n  T1 waits in lock\n    nowhere+0x99\n",
                static_cast<unsigned long long>(reinterpret_cast<std::uint64_t>(&example_function) + 1 - bias));
  set_detail(text);
  end(segment::Phase::kHang, 3);
}

}  // namespace

void hang(bool answer, bool spin) {
  if (answer) {
    ::signal(segment::kDumpSignal, &on_dump);
  } else {
    ::signal(segment::kDumpSignal, SIG_IGN);
  }
  volatile std::uint64_t turns = 0;
  for (;;) {
    if (spin) {
      turns = turns + 1;
    } else {
      ::pause();
    }
  }
}

namespace {

void record_events() {
  if (the_segment->request.record == 0) {
    return;
  }
  put_modules();
  segment::RecordedEvent& create = put_event(0, OperationKind::kThreadCreate, nullptr);
  create.event.other = ThreadId{1};
  segment::RecordedEvent& write = put_event(1, OperationKind::kWrite, &example_mutex[0]);
  write.site_record = reinterpret_cast<std::uint64_t>(&example_site);
  write.value_size = 4;
  write.has_before = 1;
  write.value[0] = 4;
  write.before[0] = 0xffffffff;
  put_event(2, OperationKind::kMutexLock, &example_mutex[0]);
  segment::RecordedEvent& lock = put_event(3, OperationKind::kMutexTimedLock, nullptr);
  lock.event.variant = kTimeout;
  lock.event.succeeded = false;
  lock.variable = add_string("heap block of 24 bytes");
}

void finish(OutcomeKind kind, const char* message, std::uint64_t hash) {
  segment::Result& result = the_segment->result;
  const bool random = the_segment->request.mode == segment::Mode::kRandom;
  const std::uint64_t runs = random ? the_segment->request.runs : 1;
  const std::uint64_t failures = is_failure(kind) ? (runs + 2) / 3 : 0;
  result.outcomes[static_cast<int>(kind)] += failures != 0 ? failures : runs;
  if (failures != 0) {
    result.outcomes[static_cast<int>(OutcomeKind::kPassed)] += runs - failures;
    result.failing_run = random ? (runs > 2 ? 3 : 1) : 1;
    if (random) {
      segment::schedule(the_segment)[0] = Deviation{2, {ThreadId{1}, kProceed}, 11};
      segment::schedule(the_segment)[1] = Deviation{5, {ThreadId{2}, kTimeout}, 12};
      result.schedule_size = 2;
    }
  }
  result.outcome.kind = kind;
  result.outcome.thread = ThreadId{1};
  result.outcome.steps = 12;
  result.outcome.events = 40;
  result.outcome.event_hash = hash;
  result.combined_hash = combine(the_segment->request.seed, hash);
  result.reset_used = segment::ResetMode::kSnapshot;
  result.fsgsbase_used = 1;
  result.rss_early_kib = 5000;
  result.rss_kib = 5001;
  result.detector_bytes = 6000;
  result.touched_bytes = 2000;
  set_message(message);
  put_threads();
  record_events();
  result.executions = runs;
  end(segment::Phase::kFinished);
}

// The schedule has to arrive as it was kept.
void replay_or_fail(std::uint64_t hash) {
  if (the_segment->request.mode == segment::Mode::kSchedule) {
    const Deviation* schedule = segment::schedule(the_segment);
    if (the_segment->request.schedule_size != 2 || schedule[1] != Deviation{5, {ThreadId{2}, kTimeout}, 12}) {
      finish(OutcomeKind::kPassed, "", 1);
    }
  }
  put_output("balance is wrong\n");
  finish(OutcomeKind::kAssertion, "bank.cpp:14: Assertion `balance == 100' failed", hash);
}

void behave(std::string_view how) {
  if (how == "pass") {
    put_output("hello\n");
    finish(OutcomeKind::kPassed, "", 0x1234);
  } else if (how == "fail") {
    replay_or_fail(0x5678);
  } else if (how == "flaky") {
    replay_or_fail(static_cast<std::uint64_t>(::getpid()));
  } else if (how == "crash") {
    the_segment->result.outcome.signal = SIGSEGV;
    finish(OutcomeKind::kCrash, "in main", 0x77);
  } else if (how == "step-limit") {
    finish(OutcomeKind::kStepLimit, "", 0x88);
  } else if (how == "diverge") {
    finish(OutcomeKind::kDiverged, "thread T2 is not there at point 5", 0x99);
  } else if (how == "unsupported") {
    set_message("fork is not supported");
    end(segment::Phase::kUnsupported, 3);
  } else if (how == "nondeterministic") {
    set_message("event 7 differs");
    end(segment::Phase::kNondeterministic, 3);
  } else if (how == "internal-error") {
    set_message("lost a thread");
    end(segment::Phase::kInternalError, 4);
  } else if (how == "die") {
    the_segment->result.executions = 5;
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
  } else if (how == "vanish") {
    _exit(0);
  } else if (how == "spin") {
    hang(true, true);
  } else if (how == "sleep") {
    hang(true, false);
  } else if (how == "deaf") {
    hang(false, true);
  } else if (how == "beat") {  // alive, for the interrupt test: until it is killed
    for (the_segment->result.executions = 41;; the_segment->result.heartbeat++) {
      ::usleep(1000);
    }
  } else if (how == "input") {
    const std::uint64_t size = the_segment->request.input_size;
    put_output(std::string_view(segment::input(the_segment), size));
    finish(OutcomeKind::kPassed, "", 0x55);
  } else if (how == "environment") {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      if (std::strstr(*entry, "HEDDLE_") == *entry || std::strstr(*entry, "LD_BIND_NOW") == *entry ||
          std::strstr(*entry, "GLIBC_TUNABLES") == *entry) {
        std::printf("%s\n", *entry);
      }
    }
    std::fflush(stdout);
    finish(OutcomeKind::kPassed, "", 0x66);
  }
}

__attribute__((constructor)) void take_over(int argc, char** argv) {
  const std::string_view how = argc > 1 ? argv[1] : "pass";
  const char* descriptor = std::getenv(segment::kEnvironmentName);
  if (descriptor == nullptr || how == "never-start") {
    std::fprintf(stderr, "loader: cannot find libsomething.so\nand more\n");
    _exit(127);
  }
  void* memory = ::mmap(nullptr, segment::kSize, PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(descriptor), 0);
  the_segment = static_cast<segment::Segment*>(memory);
  if (memory == MAP_FAILED || the_segment->magic != segment::kMagic || the_segment->size != segment::kSize) {
    _exit(126);
  }
  the_segment->result.phase = segment::Phase::kRunning;
  if (how.starts_with("hunt-")) {
    behave_in_hunt(how.substr(5));
  }
  behave(how);
}

}  // namespace
}  // namespace heddle::stand_in

// So that programs link against us.
extern "C" __attribute__((visibility("default"))) int heddle_is_active() { return 1; }
