#include "printer.h"

#include <fmt/format.h>

#include <iterator>

namespace heddle::truth {

namespace {

// The functions that are ignored do nothing that others could see: which registers there are in the end, and which
// threads were created, is no part of the program.
constexpr const char* kPrologue = R"(#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <time.h>

#include <heddle/heddle.h>

#include "states.h"

// Not from string.h, which tells the compiler that a call without use may be left out.
extern void* memcpy(void*, const void*, size_t);
extern void* memmove(void*, const void*, size_t);
extern void* memset(void*, int, size_t);
extern int memcmp(const void*, const void*, size_t);
extern void* memchr(const void*, int, size_t);
extern size_t strlen(const char*);
extern char* strcpy(char*, const char*);

typedef uint8_t __attribute__((may_alias)) u1;
typedef uint16_t __attribute__((may_alias)) u2;
typedef uint32_t __attribute__((may_alias)) u4;
typedef uint64_t __attribute__((may_alias)) u8;
#define M(size, offset) (*(u##size*)(memory + (offset)))
#define LOAD(size, offset, order) __atomic_load_n((u##size*)(memory + (offset)), order)
#define STORE(size, offset, value, order) __atomic_store_n((u##size*)(memory + (offset)), value, order)
#define EXCHANGE(size, offset, value, order) __atomic_exchange_n((u##size*)(memory + (offset)), value, order)
#define ADD(size, offset, value, order) __atomic_fetch_add((u##size*)(memory + (offset)), value, order)
#define COMPARE_EXCHANGE(size, offset, old, value, order, failure)                                          \
  ({ u##size expected = (u##size)(old);                                                                     \
     __atomic_compare_exchange_n((u##size*)(memory + (offset)), &expected, value, 0, order, failure); })

static _Alignas(8) unsigned char memory[24];
static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static pthread_rwlock_t read_write = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore[2];
#define AT(n) {.tv_sec = 4000000000 + (n)}
static const struct timespec deadline[] = {AT(0),  AT(1),  AT(2),  AT(3),  AT(4),  AT(5),  AT(6),  AT(7),
                                           AT(8),  AT(9),  AT(10), AT(11), AT(12), AT(13), AT(14), AT(15),
                                           AT(16), AT(17), AT(18), AT(19), AT(20), AT(21), AT(22), AT(23)};

static pthread_t handle[3];
static int is_created[3];
static u8 result[3][2];
static void* (*body[3])(void*);

static HEDDLE_IGNORE __attribute__((noinline)) void create(int number) {
  if (is_created[number]) return;
  is_created[number] = 1;
  if (pthread_create(&handle[number], NULL, body[number], NULL) != 0) abort();
}
static HEDDLE_IGNORE __attribute__((noinline)) void join(int number) {
  if (is_created[number] && pthread_join(handle[number], NULL) != 0) abort();
}
static HEDDLE_IGNORE __attribute__((noinline)) void end_with(int number, u8 r0, u8 r1) {
  result[number][0] = r0;
  result[number][1] = r1;
}
static HEDDLE_IGNORE __attribute__((noinline)) void write_state(void) {
  char text[60];
  for (int i = 0; i < 24; ++i) sprintf(text + 2 * i, "%02x", memory[i]);
  final_state("%s,%llx.%llx,%llx.%llx,%llx.%llx", text, (unsigned long long)result[0][0],
              (unsigned long long)result[0][1], (unsigned long long)result[1][0], (unsigned long long)result[1][1],
              (unsigned long long)result[2][0], (unsigned long long)result[2][1]);
}
)";

constexpr const char* kOrders[] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE",
                                   "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"};

class Printer {
 public:
  void thread(const Program& program, int number) {
    const Block& block = program.threads.at(static_cast<std::size_t>(number));
    line("static void* thread_{}_{}(void* unused) {{", program.seed, number);
    line("  (void)unused;");
    line("  u8 r0 = 0, r1 = 0;");
    if (!block.empty()) {
      line("#line {} \"{}.c\"", block.front().line, program.seed);
    }
    print(block, 1);
    line("  end_with({}, r0, r1);", number);
    line("  return NULL;");
    line("}}");
  }
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  static std::string place(const Statement& of) {
    return of.index_register < 0 ? fmt::format("{}", of.offset)
                                 : fmt::format("{} + (r{} & {})", of.offset, of.index_register, of.index_mask);
  }
  static std::string operand(const Statement& of) {
    return of.source_register < 0 ? fmt::format("{:#x}ull", of.value)
                                  : fmt::format("r{} + {:#x}ull", of.source_register, of.value);
  }
  static const char* order(int number) { return kOrders[number]; }

  void print(const Block& block, int depth) {
    for (const Statement& statement : block) {
      const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
      if (!has_body(statement.verb)) {
        line("{}{};", indent, leaf(statement));
        continue;
      }
      line("{}{} {{", indent, opening(statement));
      print(statement.body, depth + 1);
      line("{}{}", indent, closing(statement));
      print(statement.otherwise, depth + 1);
      line("{}}}", indent);
    }
  }

  static std::string opening(const Statement& of) {
    switch (of.verb) {
      case Verb::kLock:
        return fmt::format("pthread_mutex_lock(&mutex[{}]);", of.object);
      case Verb::kTryLock:
        return fmt::format("if (pthread_mutex_trylock(&mutex[{}]) == 0)", of.object);
      case Verb::kTimedLock:
        return fmt::format("if (pthread_mutex_timedlock(&mutex[{}], &deadline[{}]) == 0)", of.object, of.deadline);
      case Verb::kSpinLock:
        return "pthread_spin_lock(&spin);";
      case Verb::kSpinTryLock:
        return "if (pthread_spin_trylock(&spin) == 0)";
      case Verb::kReadLock:
        return "pthread_rwlock_rdlock(&read_write);";
      case Verb::kWriteLock:
        return "pthread_rwlock_wrlock(&read_write);";
      case Verb::kTryReadLock:
        return "if (pthread_rwlock_tryrdlock(&read_write) == 0)";
      case Verb::kTryWriteLock:
        return "if (pthread_rwlock_trywrlock(&read_write) == 0)";
      case Verb::kIf:
        return fmt::format("if (r{} == {:#x}ull)", of.target, of.value);
      default:
        return fmt::format("for (int i{0} = 0; i{0} < {1}; ++i{0})", of.line, of.count);
    }
  }

  static std::string closing(const Statement& of) {
    switch (of.verb) {
      case Verb::kLock:
        return fmt::format("}} pthread_mutex_unlock(&mutex[{}]); {{", of.object);
      case Verb::kTryLock:
      case Verb::kTimedLock:
        return fmt::format("pthread_mutex_unlock(&mutex[{}]); }} else {{", of.object);
      case Verb::kSpinLock:
        return "} pthread_spin_unlock(&spin); {";
      case Verb::kSpinTryLock:
        return "pthread_spin_unlock(&spin); } else {";
      case Verb::kReadLock:
      case Verb::kWriteLock:
        return "} pthread_rwlock_unlock(&read_write); {";
      case Verb::kTryReadLock:
      case Verb::kTryWriteLock:
        return "pthread_rwlock_unlock(&read_write); } else {";
      case Verb::kIf:
        return "} else {";
      default:
        return "} {";
    }
  }

  static std::string leaf(const Statement& of) {
    const std::string where = place(of);
    const std::string value = operand(of);
    switch (of.verb) {
      case Verb::kLoad:
        return fmt::format("r{} = M({}, {})", of.target, of.size, where);
      case Verb::kStore:
        return fmt::format("M({}, {}) = (u{})({})", of.size, where, of.size, value);
      case Verb::kIncrease:
        return fmt::format("M({}, {}) += (u{}){:#x}ull", of.size, where, of.size, of.value);
      case Verb::kAtomicLoad:
        return fmt::format("r{} = LOAD({}, {}, {})", of.target, of.size, where, order(of.order));
      case Verb::kAtomicStore:
        return fmt::format("STORE({}, {}, (u{})({}), {})", of.size, where, of.size, value, order(of.order));
      case Verb::kAtomicExchange:
        return fmt::format("r{} = EXCHANGE({}, {}, (u{})({}), {})", of.target, of.size, where, of.size, value,
                           order(of.order));
      case Verb::kAtomicAdd:
        return fmt::format("r{} = ADD({}, {}, (u{})({}), {})", of.target, of.size, where, of.size, value,
                           order(of.order));
      case Verb::kCompareExchange:
        return fmt::format("r{} = COMPARE_EXCHANGE({}, {}, {:#x}ull, (u{})({}), {}, {})", of.target, of.size, where,
                           of.expected, of.size, value, order(of.order), order(of.failure_order));
      case Verb::kFence:
        return fmt::format("__atomic_thread_fence({})", order(of.order));
      case Verb::kWait:
        return fmt::format("r{} = pthread_cond_wait(&condition[{}], &mutex[{}]) != 0", of.target, of.object, of.mutex);
      case Verb::kTimedWait:
        return fmt::format("r{} = pthread_cond_timedwait(&condition[{}], &mutex[{}], &deadline[{}]) != 0", of.target,
                           of.object, of.mutex, of.deadline);
      case Verb::kSignal:
        return fmt::format("pthread_cond_signal(&condition[{}])", of.object);
      case Verb::kBroadcast:
        return fmt::format("pthread_cond_broadcast(&condition[{}])", of.object);
      case Verb::kSemaphoreWait:
        return fmt::format("sem_wait(&semaphore[{}])", of.object);
      case Verb::kSemaphoreTryWait:
        return fmt::format("r{} = sem_trywait(&semaphore[{}]) != 0", of.target, of.object);
      case Verb::kSemaphoreTimedWait:
        return fmt::format("r{} = sem_timedwait(&semaphore[{}], &deadline[{}]) != 0", of.target, of.object,
                           of.deadline);
      case Verb::kSemaphorePost:
        return fmt::format("sem_post(&semaphore[{}])", of.object);
      default:
        return other(of, where);
    }
  }

  static std::string other(const Statement& of, const std::string& where) {
    switch (of.verb) {
      case Verb::kBarrier:
        return "pthread_barrier_wait(&barrier)";
      case Verb::kChoose:
        return fmt::format("r{} = heddle_choose({})", of.target, of.count);
      case Verb::kYield:
        return "sched_yield()";
      case Verb::kCreate:
        return fmt::format("create({})", of.object);
      case Verb::kJoin:
        return fmt::format("join({})", of.object);
      case Verb::kAssert:
        return fmt::format("assert(r{} != {:#x}ull)", of.target, of.value);
      case Verb::kCopy:
        return fmt::format("memcpy(memory + {}, memory + {}, {})", where, of.from, of.count);
      case Verb::kMove:
        return fmt::format("memmove(memory + {}, memory + {}, {})", where, of.from, of.count);
      case Verb::kFill:
        return fmt::format("memset(memory + {}, {}, {})", where, of.value, of.count);
      case Verb::kCompare:
        return fmt::format("r{} = memcmp(memory + {}, memory + {}, {}) == 0", of.target, of.from, where, of.count);
      case Verb::kFindByte:
        return fmt::format(
            "{{ unsigned char* found = memchr(memory + {0}, {1}, {2}); "
            "r{3} = found == NULL ? {2} : (u8)(found - (memory + {0})); }}",
            where, of.value, of.count, of.target);
      case Verb::kLength:
        return fmt::format("r{} = strlen((char*)memory + {})", of.target, where);
      default:
        return fmt::format("strcpy((char*)memory + {}, (char*)memory + {})", where, of.from);
    }
  }

  std::string text_;
};

}  // namespace

std::string print(std::span<const Program> programs) {
  Printer printer;
  printer.line("{}", kPrologue);
  for (const Program& program : programs) {
    for (int thread = 0; thread < kMostThreads; ++thread) {
      printer.thread(program, thread);
    }
  }
  // main is the last thread that ran before the first choice, by any way to count.
  printer.line("#line 1 \"main.c\"\nstatic unsigned begun;");
  printer.line("static HEDDLE_IGNORE void prepare(int a, int b) {{");
  printer.line("  sem_init(&semaphore[0], 0, (unsigned)a);\n  sem_init(&semaphore[1], 0, (unsigned)b);");
  printer.line("  pthread_barrier_init(&barrier, NULL, 2);\n  pthread_spin_init(&spin, 0);\n}}");
  printer.line("int main(int argc, char** argv) {{");
  printer.line("  __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);");
  printer.line("  switch (argc > 1 ? atoi(argv[1]) : 0) {{");
  for (const Program& program : programs) {
    printer.line("    case {}:", program.seed);
    printer.line("      prepare({}, {});", program.semaphores[0], program.semaphores[1]);
    printer.line("      body[1] = thread_{0}_1;\n      body[2] = thread_{0}_2;", program.seed);
    printer.line("      thread_{}_0(NULL);\n      break;", program.seed);
  }
  printer.line("    default:\n      return 2;\n  }}\n  write_state();\n  return 0;\n}}");
  return printer.take();
}

}  // namespace heddle::truth
