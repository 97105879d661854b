#include "core/ledger.h"

namespace heddle {

namespace {

using enum LedgerRow;
using enum Weight;

constexpr std::array<LedgerEntry, kLedgerRowCount> kTable{{
    // NOLINTBEGIN(modernize-use-designated-initializers): a table
    {kStepLimit, "step-limit", kBreaks, "[execution] cut at the step limit, without a verdict (--steps)"},
    {kThreadLimit, "thread-limit", kBreaks, "[execution] cut at the thread limit, without a verdict (--threads)"},
    {kStuck, "stuck", kBreaks,
     "[execution] cut where heddle observed no more activity, without a verdict (--hang-timeout)"},
    {kAtomicSection, "atomic-section", kBreaks, "an atomic section took a tenth of the --steps limit, and was cut"},
    {kDiverged, "diverged", kBreaks,
     "[execution] diverged from the schedule; schedules that begin the same way were not explored"},
    {kGivenUp, "given-up", kBreaks,
     "[execution] killed the process and gave no verdict; schedules that begin the same way were not explored"},
    {kVaries, "varies", kBreaks, "the program does not always do the same under the same schedule"},
    {kUnrepeated, "unrepeated", kBreaks,
     "[finding] dropped: it did not happen again in a fresh process under the same schedule"},
    {kUnseenWait, "unseen-wait", kBreaks, "heddle assumed [time] that a silent thread was blocked"},
    {kSampledInput, "sampled-input", kBreaks,
     "the program chooses from a range too wide to try every value: some values stood for the others"},
    {kLostFindings, "lost-findings", kBreaks,
     "[finding] not kept: one execution had more findings than heddle can keep"},
    {kSyncPoints, "sync-points", kBreaks, "threads are switched at synchronisation only"},
    {kDisk, "disk", kBreaks, "the disk was full, and so was the memory that --memory allows: the search had to stop"},
    {kWeakAtomics, "weak-atomics", kAssumed,
     "the program uses atomic operations weaker than seq_cst: the reorderings they allow were not explored"},
    {kHeapReuse, "heap-reuse", kAssumed, "malloc may reuse any freed block, or none: one policy was tried"},
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
     "heddle did not look for every lock cycle: some may have more than 8 threads, or there are too many ways to take "
     "the same locks"},
    {kTraceEnd, "trace-end", kAssumed, "the recording of [execution] lacks its end"},
    {kForeignThreads, "foreign-threads", kAssumed,
     "only confirmed data races count, where two threads stood before their accesses at once: a library that is not "
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
