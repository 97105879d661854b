/* heddle::explore() for GoogleTest, where a check that fails does not end the program. */
#ifndef HEDDLE_GTEST_H
#define HEDDLE_GTEST_H

#include <gtest/gtest.h>
#include <heddle/heddle.h>

namespace heddle {

/* Explores the body, in which EXPECT_ and ASSERT_ count as well. What is found is a failure of the test:
 *
 *   TEST(Queue, KeepsAll) {
 *     heddle::explore_test([] {
 *       Queue queue;
 *       ...
 *       EXPECT_EQ(queue.size(), 2);
 *     });
 *   }
 *
 * True if nothing is found. Without heddle's runtime the body is executed once, as part of the test. */
template <class Body>
bool explore_test(Body&& body, ExploreOptions options = ExploreOptions(), const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) {
    ADD_FAILURE_AT(file, line) << "heddle::explore_test was called outside of a test";
    return false;
  }
  // The process that is explored need not go through the other tests.
  options.arguments.push_back(std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name());
  const Exploration result = explore(
      [&body, test] {
        const testing::TestResult& checks = *test->result();
        const int before = checks.total_part_count();
        body();
        for (int i = before; heddle_explore != nullptr && i < checks.total_part_count(); ++i) {
          const testing::TestPartResult& check = checks.GetTestPartResult(i);
          if (check.failed()) {
            fail(check.message(), check.file_name() == nullptr ? "?" : check.file_name(), check.line_number());
          }
        }
      },
      options, file, line);
  if (!result.ok) {
    ADD_FAILURE_AT(file, line) << result.report;
  }
  return result.ok;
}

}  // namespace heddle

#endif
