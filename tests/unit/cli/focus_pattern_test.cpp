#include "cli/program/focus_pattern.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::cli {
namespace {

using Names = std::vector<std::string>;

TEST(FocusPattern, CommasSeparateButNotInsideBrackets) {
  EXPECT_EQ(split_patterns("queue.cpp"), Names{"queue.cpp"});
  EXPECT_EQ(split_patterns("queue.cpp,push*"), (Names{"queue.cpp", "push*"}));
  EXPECT_EQ(split_patterns("f(int, int),Map<int, int>::get,g"), (Names{"f(int, int)", "Map<int, int>::get", "g"}));
  EXPECT_EQ(split_patterns("operator<,f"), (Names{"operator<,f"})) << "a comma is an operator too";
  EXPECT_EQ(split_patterns(""), Names{""});
}

TEST(FocusPattern, FilesByAnyEndOfTheirPath) {
  EXPECT_EQ(names_of_file("/home/me/src/queue.cpp"), (Names{"/home/me/src/queue.cpp", "home/me/src/queue.cpp",
                                                            "me/src/queue.cpp", "src/queue.cpp", "queue.cpp"}));
  EXPECT_EQ(names_of_file("queue.cpp"), Names{"queue.cpp"});
}

TEST(FocusPattern, FunctionsWithAndWithoutParametersScopesAndTemplateArguments) {
  EXPECT_EQ(names_of_function("work"), Names{"work"});
  EXPECT_EQ(
      names_of_function("shop::Queue::push(int)"),
      (Names{"shop::Queue::push(int)", "Queue::push(int)", "push(int)", "shop::Queue::push", "Queue::push", "push"}));
  EXPECT_EQ(names_of_function("Queue<std::pair<int, int> >::size() const"),
            (Names{"Queue<std::pair<int, int> >::size() const", "size() const", "const",
                   "Queue<std::pair<int, int> >::size", "size", "Queue::size"}));
  const Names given = names_of_function("void push_all<int>(Queue<int>&)");
  EXPECT_NE(std::ranges::find(given, "push_all"), given.end());
  EXPECT_NE(std::ranges::find(given, "push_all<int>(Queue<int>&)"), given.end());
}

TEST(FocusPattern, OperatorsAndLambdas) {
  const auto has = [](const char* function, const char* name) {
    const Names names = names_of_function(function);
    return std::ranges::find(names, name) != names.end();
  };
  EXPECT_TRUE(has("main::$_0::operator()() const", "main::$_0::operator()"));
  EXPECT_TRUE(has("f(int)::{lambda(int)#1}::operator()(int) const", "f(int)::{lambda(int)#1}::operator()"));
  EXPECT_TRUE(has("(anonymous namespace)::f(int)", "f"));
  EXPECT_TRUE(has("Iterator::operator->() const", "operator->"));
  EXPECT_TRUE(has("shop::operator<(Queue const&, Queue const&)", "operator<"));
  EXPECT_TRUE(has("Table<int>::operator[](int)", "Table::operator[]"));
}

TEST(FocusPattern, MatchesOneOrTheOther) {
  const SourceFrame frame{.function = "Queue::push(int)", .file = "/home/me/src/queue.cpp", .line = 3};
  for (const char* pattern :
       {"queue.cpp", "src/queue.cpp", "/home/me/src/queue.cpp", "/home/*", "que*", "file:queue.cpp", "file:*.cpp",
        "Queue::push", "Queue::push(int)", "push", "pu*", "Queue::*", "function:push*"}) {
    EXPECT_TRUE(FocusPattern(pattern).matches(frame)) << pattern;
  }
  for (const char* pattern : {"ueue.cpp", "queue", "queue.h", "rc/queue.cpp", "file:push", "file:Queue::push",
                              "function:queue.cpp", "ush", "Queue", "push(long)", "file:"}) {
    EXPECT_FALSE(FocusPattern(pattern).matches(frame)) << pattern;
  }
}

TEST(FocusPattern, KeepsItsText) {
  EXPECT_EQ(FocusPattern("file:queue.cpp").text(), "file:queue.cpp");
  EXPECT_EQ(FocusPattern("file:queue.cpp").glob(), "queue.cpp");
  EXPECT_EQ(FocusPattern("function:push").glob(), "push");
}

}  // namespace
}  // namespace heddle::cli
