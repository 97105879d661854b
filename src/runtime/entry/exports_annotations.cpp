// The annotations that code already has for race detectors, one line each: the dynamic annotations, which the
// ANNOTATE_* macros expand to. ThreadSanitizer's own are in tsan_abi.cpp, those of heddle.h in exports.cpp.
#include <cstddef>

#include "runtime/entry/annotations.h"

using namespace heddle;           // NOLINT(google-build-using-namespace): this file is a list of names
using namespace heddle::runtime;  // NOLINT(google-build-using-namespace)

#define ANNOTATION(name, ...) \
  extern "C" __attribute__((visibility("default"))) void name(const char* /*file*/, int /*line*/, ##__VA_ARGS__)
#define CALLER __builtin_return_address(0)
using Pointer = const volatile void*;

// clang-format off
ANNOTATION(AnnotateHappensBefore, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(AnnotateHappensAfter, Pointer p) { annotate_acquire(p, CALLER); }
ANNOTATION(WTFAnnotateHappensBefore, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(WTFAnnotateHappensAfter, Pointer p) { annotate_acquire(p, CALLER); }
ANNOTATION(AnnotateCondVarSignal, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(AnnotateCondVarSignalAll, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(AnnotateCondVarWait, Pointer p, Pointer /*lock*/) { annotate_acquire(p, CALLER); }
ANNOTATION(AnnotatePCQCreate, Pointer /*queue*/) {}
ANNOTATION(AnnotatePCQDestroy, Pointer p) { annotate_lock_destroyed(p, CALLER); }
ANNOTATION(AnnotatePCQPut, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(AnnotatePCQGet, Pointer p) { annotate_acquire(p, CALLER); }
ANNOTATION(AnnotateBarrierInit, Pointer /*barrier*/, long /*count*/, long /*again*/) {}
ANNOTATION(AnnotateBarrierWaitBefore, Pointer p) { annotate_release(p, CALLER); }
ANNOTATION(AnnotateBarrierWaitAfter, Pointer p) { annotate_acquire(p, CALLER); }
ANNOTATION(AnnotateBarrierDestroy, Pointer p) { annotate_lock_destroyed(p, CALLER); }

ANNOTATION(AnnotateRWLockCreate, Pointer /*lock*/) {}
ANNOTATION(AnnotateRWLockCreateStatic, Pointer /*lock*/) {}
ANNOTATION(AnnotateRWLockDestroy, Pointer p) { annotate_lock_destroyed(p, CALLER); }
ANNOTATION(AnnotateRWLockAcquired, Pointer p, long writes) { annotate_lock(p, writes == 0, false, 1, CALLER); }
ANNOTATION(AnnotateRWLockReleased, Pointer p, long writes) { annotate_unlock(p, writes == 0, false, CALLER); }

ANNOTATION(AnnotateIgnoreReadsBegin) { annotate_ignore_begin(kIgnoreReads); }
ANNOTATION(AnnotateIgnoreReadsEnd) { annotate_ignore_end(kIgnoreReads); }
ANNOTATION(AnnotateIgnoreWritesBegin) { annotate_ignore_begin(kIgnoreWrites); }
ANNOTATION(AnnotateIgnoreWritesEnd) { annotate_ignore_end(kIgnoreWrites); }
ANNOTATION(AnnotateIgnoreSyncBegin) { annotate_ignore_begin(kIgnoreSynchronisation); }
ANNOTATION(AnnotateIgnoreSyncEnd) { annotate_ignore_end(kIgnoreSynchronisation); }
ANNOTATION(AnnotateBenignRace, Pointer p, const char* /*why*/) { annotate_benign_race(p, 1); }
ANNOTATION(AnnotateBenignRaceSized, Pointer p, std::size_t size, const char* /*why*/) { annotate_benign_race(p, size); }
ANNOTATION(WTFAnnotateBenignRaceSized, Pointer p, std::size_t size, const char* /*why*/) { annotate_benign_race(p, size); }

// heddle knows these itself, or has no use for them.
ANNOTATION(AnnotateMutexIsUsedAsCondVar, Pointer /*mutex*/) {}
ANNOTATION(AnnotateMutexIsNotPHB, Pointer /*mutex*/) {}
ANNOTATION(AnnotatePublishMemoryRange, Pointer /*address*/, std::size_t /*size*/) {}
ANNOTATION(AnnotateUnpublishMemoryRange, Pointer /*address*/, std::size_t /*size*/) {}
ANNOTATION(AnnotateNewMemory, Pointer /*address*/, std::size_t /*size*/) {}
ANNOTATION(AnnotateMemoryIsInitialized, Pointer /*address*/, std::size_t /*size*/) {}
ANNOTATION(AnnotateMemoryIsUninitialized, Pointer /*address*/, std::size_t /*size*/) {}
ANNOTATION(AnnotateTraceMemory, Pointer /*address*/) {}
ANNOTATION(AnnotateThreadName, const char* /*name*/) {}
ANNOTATION(AnnotateEnableRaceDetection, int /*enable*/) {}
ANNOTATION(AnnotateExpectRace, Pointer /*address*/, const char* /*why*/) {}
ANNOTATION(AnnotateFlushExpectedRaces) {}
ANNOTATION(AnnotateFlushState) {}
ANNOTATION(AnnotateNoOp, Pointer /*address*/) {}
// clang-format on
