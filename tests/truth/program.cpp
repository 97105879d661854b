#include "program.h"

namespace heddle::truth {

namespace {

void number(Block& block, int& line) {
  for (Statement& statement : block) {
    statement.line = line++;
    if (has_body(statement.verb)) {
      number(statement.body, line);
      ++line;  // the end of the body, with its unlock
      number(statement.otherwise, line);
      ++line;
    }
  }
}

}  // namespace

bool has_body(Verb verb) {
  return (verb >= Verb::kLock && verb <= Verb::kTryWriteLock) || verb == Verb::kIf || verb == Verb::kRepeat;
}

int lines_of(const Block& block) {
  int sum = 0;
  for (const Statement& statement : block) {
    sum += has_body(statement.verb) ? 3 + lines_of(statement.body) + lines_of(statement.otherwise) : 1;
  }
  return sum;
}

void number_lines(Program& program) {
  int line = 1;
  for (Block& thread : program.threads) {
    number(thread, line);
  }
}

}  // namespace heddle::truth
