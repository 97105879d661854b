#include "shrink.h"

#include <functional>
#include <utility>

namespace heddle::truth {

namespace {

using Use = std::function<void(const Block&)>;

Block with_in_place(const Block& block, std::size_t index, const Block& others) {
  Block result(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(index));
  result.insert(result.end(), others.begin(), others.end());
  result.insert(result.end(), block.begin() + static_cast<std::ptrdiff_t>(index) + 1, block.end());
  return result;
}

bool waits(const Block& block) {
  for (const Statement& statement : block) {
    if (statement.verb == Verb::kWait || statement.verb == Verb::kTimedWait || waits(statement.body) ||
        waits(statement.otherwise)) {
      return true;
    }
  }
  return false;
}

void each_smaller(const Block& block, const Use& use) {
  for (std::size_t index = 0; index < block.size(); ++index) {
    const Statement& statement = block[index];
    if (statement.verb != Verb::kJoin) {
      use(with_in_place(block, index, {}));
    }
    if (has_body(statement.verb)) {
      if (!waits(statement.body)) {  // which needs the lock
        use(with_in_place(block, index, statement.body));
      }
      use(with_in_place(block, index, statement.otherwise));
    }
    each_smaller(statement.body, [&](const Block& body) {
      Block changed = block;
      changed[index].body = body;
      use(changed);
    });
    each_smaller(statement.otherwise, [&](const Block& otherwise) {
      Block changed = block;
      changed[index].otherwise = otherwise;
      use(changed);
    });
  }
}

}  // namespace

std::vector<Program> smaller(const Program& program) {
  std::vector<Program> all;
  for (std::size_t thread = 0; thread < kMostThreads; ++thread) {
    each_smaller(program.threads.at(thread), [&](const Block& block) {
      Program changed = program;
      changed.threads.at(thread) = block;
      number_lines(changed);
      all.push_back(std::move(changed));
    });
  }
  return all;
}

}  // namespace heddle::truth
