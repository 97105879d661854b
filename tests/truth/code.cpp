#include "code.h"

#include <stdexcept>

namespace heddle::truth {

namespace {

class Lowering {
 public:
  std::vector<Instruction> thread(const Block& block) {
    add(block);
    emit(Op::kEnd, {});
    return std::move(code_);
  }

 private:
  void add(const Block& block) {
    for (const Statement& statement : block) {
      add(statement);
    }
  }

  Instruction& emit(Op op, Statement of) {
    of.body.clear();
    of.otherwise.clear();
    code_.push_back({.op = op, .of = std::move(of)});
    return code_.back();
  }
  [[nodiscard]] int here() const { return static_cast<int>(code_.size()); }

  // The body, and where the attempt failed the other one.
  void guarded(const Statement& statement, Op attempt, Op unlock) {
    emit(attempt, statement);
    const bool may_fail = !statement.otherwise.empty() || can_fail(attempt);
    const int branch = here();
    if (may_fail) {
      emit(Op::kJumpIfFailed, statement);
    }
    add(statement.body);
    emit(unlock, statement).of.line = statement.line + lines_of(statement.body) + 1;
    if (may_fail) {
      const int end = here();
      emit(Op::kJump, statement);
      code_[static_cast<std::size_t>(branch)].jump = here();
      add(statement.otherwise);
      code_[static_cast<std::size_t>(end)].jump = here();
    }
  }
  static bool can_fail(Op attempt) {
    return attempt == Op::kTryLock || attempt == Op::kTimedLock || attempt == Op::kSpinTryLock ||
           attempt == Op::kTryReadLock || attempt == Op::kTryWriteLock;
  }
  void branch(const Statement& statement) {
    const int condition = here();
    emit(Op::kJumpIfNot, statement);
    add(statement.body);
    const int end = here();
    emit(Op::kJump, statement);
    code_[static_cast<std::size_t>(condition)].jump = here();
    add(statement.otherwise);
    code_[static_cast<std::size_t>(end)].jump = here();
  }

  void bytes(const Statement& statement, Op read, Op then) {
    Statement source = statement;
    source.offset = statement.from;
    source.index_register = -1;
    emit(read, source);
    emit(then, statement);
  }

  void increase(const Statement& statement) {
    Statement whole = statement;
    whole.count = statement.size;
    emit(Op::kReadBytes, whole);
    emit(Op::kWriteSum, whole);
  }

  void add(const Statement& statement) {
    switch (statement.verb) {
      case Verb::kLock:
        return guarded(statement, Op::kLock, Op::kUnlock);
      case Verb::kTryLock:
        return guarded(statement, Op::kTryLock, Op::kUnlock);
      case Verb::kTimedLock:
        return guarded(statement, Op::kTimedLock, Op::kUnlock);
      case Verb::kSpinLock:
        return guarded(statement, Op::kSpinLock, Op::kSpinUnlock);
      case Verb::kSpinTryLock:
        return guarded(statement, Op::kSpinTryLock, Op::kSpinUnlock);
      case Verb::kReadLock:
        return guarded(statement, Op::kReadLock, Op::kReadWriteUnlock);
      case Verb::kWriteLock:
        return guarded(statement, Op::kWriteLock, Op::kReadWriteUnlock);
      case Verb::kTryReadLock:
        return guarded(statement, Op::kTryReadLock, Op::kReadWriteUnlock);
      case Verb::kTryWriteLock:
        return guarded(statement, Op::kTryWriteLock, Op::kReadWriteUnlock);
      case Verb::kIf:
        return branch(statement);
      case Verb::kRepeat:
        for (int round = 0; round < statement.count; ++round) {
          add(statement.body);
        }
        return;
      case Verb::kIncrease:
        return increase(statement);
      case Verb::kCopy:
      case Verb::kMove:
        return bytes(statement, Op::kReadBytes, Op::kWriteBytes);
      case Verb::kCopyText:
        return bytes(statement, Op::kReadText, Op::kWriteBytes);
      case Verb::kCompare:
        return bytes(statement, Op::kReadBytes, Op::kCompareBytes);
      default:
        emit(single(statement.verb), statement);
    }
  }

  static Op single(Verb verb) {
    switch (verb) {
      case Verb::kLoad:
        return Op::kRead;
      case Verb::kStore:
        return Op::kWrite;
      case Verb::kAtomicLoad:
        return Op::kAtomicLoad;
      case Verb::kAtomicStore:
        return Op::kAtomicStore;
      case Verb::kAtomicExchange:
        return Op::kAtomicExchange;
      case Verb::kAtomicAdd:
        return Op::kAtomicAdd;
      case Verb::kCompareExchange:
        return Op::kCompareExchange;
      case Verb::kFence:
        return Op::kFence;
      case Verb::kWait:
        return Op::kWait;
      case Verb::kTimedWait:
        return Op::kTimedWait;
      case Verb::kSignal:
        return Op::kSignal;
      case Verb::kBroadcast:
        return Op::kBroadcast;
      case Verb::kSemaphoreWait:
        return Op::kSemaphoreWait;
      case Verb::kSemaphoreTryWait:
        return Op::kSemaphoreTryWait;
      case Verb::kSemaphoreTimedWait:
        return Op::kSemaphoreTimedWait;
      case Verb::kSemaphorePost:
        return Op::kSemaphorePost;
      case Verb::kBarrier:
        return Op::kBarrier;
      case Verb::kChoose:
        return Op::kChoose;
      case Verb::kYield:
        return Op::kYield;
      case Verb::kCreate:
        return Op::kCreate;
      case Verb::kJoin:
        return Op::kJoin;
      case Verb::kAssert:
        return Op::kAssert;
      case Verb::kFill:
        return Op::kFill;
      case Verb::kFindByte:
        return Op::kFindByte;
      case Verb::kLength:
        return Op::kLength;
      default:
        throw std::logic_error("a statement of several instructions");
    }
  }

  std::vector<Instruction> code_;
};

}  // namespace

Code lower(const Program& program) {
  Code code;
  code.semaphores = program.semaphores;
  for (int thread = 0; thread < kMostThreads; ++thread) {
    code.threads.at(static_cast<std::size_t>(thread)) =
        Lowering().thread(program.threads.at(static_cast<std::size_t>(thread)));
  }
  return code;
}

}  // namespace heddle::truth
