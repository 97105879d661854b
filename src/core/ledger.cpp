#include "core/ledger.h"

namespace heddle {

namespace {

using enum LedgerRow;
using enum Weight;

constexpr std::array<LedgerEntry, kLedgerRowCount> kTable{{
    // NOLINTBEGIN(modernize-use-designated-initializers): a table
    {kStepLimit, "step-limit", kBreaks, "[execution] cut at the step limit, without a verdict (--steps)"},
    {kThreadLimit, "thread-limit", kBreaks, "[execution] cut at the limit of threads, without a verdict (--threads)"},
    {kStuck, "stuck", kBreaks,
     "[execution] cut where no thread reached anything heddle sees any more, without a verdict (--hang-timeout)"},
    {kAtomicSection, "atomic-section", kBreaks, "an atomic section took a tenth of the steps of --steps, and was cut"},
    {kDiverged, "diverged", kBreaks, "[execution] left the schedule; what lies behind was not explored"},
    {kGivenUp, "given-up", kBreaks,
     "[execution] killed the process and gave no verdict; schedules that begin like it were not explored"},
    {kVaries, "varies", kBreaks, "the program does not always do the same under the same schedule"},
    {kUnrepeated, "unrepeated", kBreaks,
     "[finding] dropped: it did not happen again in a fresh process under the same schedule"},
    {kUnseenWait, "unseen-wait", kBreaks, "heddle assumed [time] that a silent thread was blocked"},
    {kSampledInput, "sampled-input", kBreaks,
     "the program chooses from a range too wide to try every value: some values stood for the others"},
    {kLostFindings, "lost-findings", kBreaks, "[finding] of one execution had no room and was not kept"},
    {kSyncPoints, "sync-points", kBreaks, "threads are switched at synchronisation only"},
    {kDisk, "disk", kBreaks,
     "the disk was full, and so was the memory for what it did not take: the search had to stop"},
    {kWeakAtomics, "weak-atomics", kAssumed,
     "the program uses atomic operations weaker than seq_cst: the reorderings they allow were not explored"},
    {kHeapReuse, "heap-reuse", kAssumed,
     "malloc may give back any block that was freed, or none: one policy was tried"},
    {kWeakExchange, "weak-exchange", kAssumed, "compare_exchange_weak never fails spuriously"},
    {kTryLock, "try-lock", kAssumed, "try_lock fails only if the lock is held"},
    {kUninitialised, "uninitialised", kAssumed,
     "the program reads memory it has not initialised; heddle fills such memory with fixed bytes"},
    {kUninstrumented, "uninstrumented", kAssumed,
     "the program has code that is not instrumented (libraries, objects, assembly, functions left out): it runs "
     "without "
     "being interrupted"},
    {kArguments, "arguments", kAssumed, "these arguments"},
    {kInput, "input", kAssumed, "this standard input"},
    {kLockOrderLimit, "lock-order-limit", kAssumed,
     "not every circle of locks was looked for: circles of more than 8 threads, or too many ways to take the same "
     "locks"},
    {kTraceEnd, "trace-end", kAssumed, "the recording of [execution] lacks its end"},
    {kForeignThreads, "foreign-threads", kAssumed,
     "data races count only where two threads were brought before their accesses at once: a library that is not "
     "instrumented creates threads"},
    {kFocusUnknown, "focus-unknown", kAssumed,
     "code of libraries loaded while the program runs is outside of the focus"},
    {kFullMemory, "full-memory", kAssumed,
     "--memory is too small for the pruning table: some executions were run and counted twice"},
    {kIndependence, "independence", kAssumed,
     "of executions that differ only in the order of independent operations, one is enough"},
    {kExitIgnored, "exit-ignored", kAssumed, "an exit status other than 0 is no failure"},
    {kWarm, "warm", kAssumed, "the state after [execution] to warm up"},
    {kCold, "cold", kAssumed, "--warmup has no effect: the program has no test loop"},
    {kOneThread, "one-thread", kAssumed, "the program ended without creating a thread: there was nothing to schedule"},
    {kThreads, "threads", kSilent, ""},
    // NOLINTEND(modernize-use-designated-initializers)
}};

constexpr bool in_order() {
  for (std::size_t row = 0; row < kLedgerRowCount; ++row) {
    if (static_cast<std::size_t>(kTable[row].row) != row) {
      return false;
    }
  }
  return true;
}
static_assert(in_order());

}  // namespace

const std::array<LedgerEntry, kLedgerRowCount>& ledger_table() { return kTable; }

}  // namespace heddle
