/* What a program may say to heddle. Every call does nothing, or the obvious thing, when the program runs on its own. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __cplusplus
/* Null where the runtime is not linked: heddle::explore() below does without it. */
#define HEDDLE_IF_LINKED __attribute__((weak))
extern "C" {
#else
#define HEDDLE_IF_LINKED
#endif

/* The test loop. One pass is one execution; heddle_restart() is true while there is another schedule to try.
 *
 *   do {
 *     reset();            // put the shared state back: heddle does not in this mode
 *     heddle_start();
 *     test();             // creates and joins its threads
 *   } while (heddle_restart());
 *
 * On its own the body runs once. */
void heddle_start(void);
int heddle_restart(void);

/* One of 0 .. n-1, explored like a scheduling choice; 0 when the program runs on its own. Of more than 1,048,576 values
 * some stand for the others. */
int heddle_choose(int n);

/* Executions in which the condition is false are of no interest: they end here and count as neither passed nor
 * failed. */
void heddle_assume(int condition);

/* A scheduling point that asks for another thread to run. */
void heddle_yield(void);

/* No other thread runs between the two unless this one blocks. They nest. */
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

/* This execution has failed: for tests whose checks do not end the program. On its own it prints why, and aborts. */
void heddle_fail(const char* file, int line, const char* message) __attribute__((noreturn)) HEDDLE_IF_LINKED;

/* A hunt inside a test; C++ programs say heddle::explore(), see below.
 *
 * On its own the program is started again under `heddle hunt`, with the same arguments, and the body is executed there,
 * under one schedule after the other: everything before the call happens once, and every execution starts with memory
 * as it is at the call. The body gives 0 where it failed. Here it is not executed.
 *
 * The call is told from others by its place and the extra arguments, and by counting those that agree in both. */
struct heddle_explore_call {
  const char* file;
  int line;
  const char* const* options;   /* of heddle hunt, and NULL behind the last; may be NULL */
  const char* const* arguments; /* for the program behind its own ones, and NULL; may be NULL */
};
struct heddle_exploration {
  int status;         /* exit code of heddle hunt: 0 nothing was found, 1 there is a finding, others: no verdict */
  int complete;       /* not 0: all schedules that the options ask for were executed */
  const char* report; /* what heddle hunt printed; valid until the next call */
};
struct heddle_exploration heddle_explore(int (*body)(void*), void* argument,
                                         const struct heddle_explore_call* call) HEDDLE_IF_LINKED;

/* Not 0 while heddle controls the program's threads. */
int heddle_is_active(void);

/* What heddle cannot see of synchronisation, and races that are meant. Programs that say so also link without the
 * runtime, and then it means nothing. ThreadSanitizer's annotations (__tsan_acquire ...) and the Annotate* functions
 * work as well.
 *
 * heddle_acquire(p): all that threads did before heddle_release(p) has happened before what follows. p is any address
 * that both agree on.
 * heddle_benign_race(p, n): races on these bytes are meant, until they are freed, and are not reported.
 * heddle_ignore_begin(), heddle_ignore_end(): what this thread reads and writes between them is no part of a race. They
 * nest. In C++: heddle::IgnoreScope. */
void heddle_annotate_acquire(const volatile void* address) __attribute__((weak));
void heddle_annotate_release(const volatile void* address) __attribute__((weak));
void heddle_annotate_benign_race(const volatile void* address, unsigned long size) __attribute__((weak));
void heddle_annotate_ignore(int begins) __attribute__((weak));

static __inline__ void heddle_acquire(const volatile void* address) {
  if (heddle_annotate_acquire) {
    heddle_annotate_acquire(address);
  }
}
static __inline__ void heddle_release(const volatile void* address) {
  if (heddle_annotate_release) {
    heddle_annotate_release(address);
  }
}
static __inline__ void heddle_benign_race(const volatile void* address, unsigned long size) {
  if (heddle_annotate_benign_race) {
    heddle_annotate_benign_race(address, size);
  }
}
static __inline__ void heddle_ignore_begin(void) {
  if (heddle_annotate_ignore) {
    heddle_annotate_ignore(1);
  }
}
static __inline__ void heddle_ignore_end(void) {
  if (heddle_annotate_ignore) {
    heddle_annotate_ignore(0);
  }
}

/* A program may define this: who the thread is that is about to be created, the same in every execution. 0: heddle's
 * own idea, that it is the k-th thread its parent creates; which thread that is may depend on the schedule. By who a
 * thread is, its accesses are found again in other executions (--strategy=wp and the like).
 *
 * It is called by the thread that creates, with what the other is created with; with std::thread these say nothing, but
 * the creator may have put down what it is about to do. */
unsigned long heddle_thread_identity(const void* start, void* argument);

/* Leaves a function out of the instrumentation: heddle's, and ThreadSanitizer's where a program is built with that. */
#if defined(__clang__)
#define HEDDLE_IGNORE __attribute__((annotate("heddle.ignore"), no_sanitize("thread")))
#else
#define HEDDLE_IGNORE __attribute__((no_sanitize("thread")))
#endif

#ifdef __cplusplus
}

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle {

/* heddle_ignore_begin() and heddle_ignore_end(). */
class IgnoreScope {
 public:
  IgnoreScope() { heddle_ignore_begin(); }
  ~IgnoreScope() { heddle_ignore_end(); }
  IgnoreScope(const IgnoreScope&) = delete;
  IgnoreScope& operator=(const IgnoreScope&) = delete;
};

struct ExploreOptions {
  /* Of `heddle hunt`. The default is fit for a unit test; what is given takes its place as a whole. */
  std::vector<std::string> hunt = {"--bound=2", "--time=10s"};
  /* Added to the program's own, so that it gets to this test soon: "--gtest_filter=Queue.KeepsOrder". */
  std::vector<std::string> arguments = {};
};

struct Exploration {
  bool ok;            /* nothing was found */
  bool complete;      /* all schedules that the options ask for were executed; false where time was up before */
  int status;         /* exit code of heddle hunt: 0, 1 for a finding, others: no verdict, and the report says why */
  std::string report; /* what happened, and the command that replays it; or what was covered */
  explicit operator bool() const { return ok; }
};

namespace detail {

template <class Body>
bool passes(Body& body, std::true_type /*gives nothing*/) {
  body();
  return true;
}
template <class Body>
bool passes(Body& body, std::false_type /*gives something*/) {
  return static_cast<bool>(body());
}
template <class Body>
bool passes(Body& body) {
  return passes(body, std::is_void<decltype(body())>());
}
template <class Body>
int call(void* body) {
  return passes(*static_cast<Body*>(body)) ? 1 : 0;
}

inline std::vector<const char*> pointers(const std::vector<std::string>& words) {
  std::vector<const char*> all;
  for (const std::string& word : words) {
    all.push_back(word.c_str());
  }
  all.push_back(nullptr);
  return all;
}

}  // namespace detail

/* Executes the body under all schedules with at most two preemptions, or as many as 10 seconds allow:
 *
 *   heddle::Exploration result = heddle::explore([] {
 *     ...                  // creates its threads and joins them; asserts
 *   });
 *   CHECK(result.ok);      // and print result.report
 *
 * It fails by what makes a program fail (assertions, crashes, exceptions, deadlocks), by heddle::fail(), or by
 * returning false. Without the runtime the body is executed once, as it is. */
template <class Body>
Exploration explore(Body&& body, const ExploreOptions& options = ExploreOptions(), const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  typedef typename std::remove_reference<Body>::type Plain;
  if (heddle_explore == nullptr) {
    const bool passed = detail::passes(body);
    return {passed, false, passed ? 0 : 1, "executed once: heddle's runtime is not linked with this program\n"};
  }
  const std::vector<const char*> hunt = detail::pointers(options.hunt);
  const std::vector<const char*> arguments = detail::pointers(options.arguments);
  const heddle_explore_call call = {file, line, hunt.data(), arguments.data()};
  void* address = const_cast<void*>(static_cast<const void*>(std::addressof(body)));
  const heddle_exploration result = heddle_explore(detail::call<Plain>, address, &call);
  return {result.status == 0, result.complete != 0, result.status, result.report};
}

[[noreturn]] inline void fail(const std::string& message, const char* file = __builtin_FILE(),
                              int line = __builtin_LINE()) {
  if (heddle_fail != nullptr) {
    heddle_fail(file, line, message.c_str());
  }
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message.c_str());
  std::abort();
}

}  // namespace heddle
#endif

#endif
