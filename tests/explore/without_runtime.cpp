// heddle::explore in a program that knows nothing of heddle but the header, in C++11.
#include <heddle/heddle.h>

int main() {
  int executions = 0;
  const heddle::Exploration passed = heddle::explore([&executions] { ++executions; });
  const heddle::Exploration failed = heddle::explore([] { return false; });
  const bool said = passed.report.find("runtime is not linked") != std::string::npos;
  return executions == 1 && passed.ok && !passed.complete && passed.status == 0 && said && !failed.ok &&
                 failed.status == 1
             ? 0
             : 1;
}
