#include "cli/target/target_process.h"

#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

TEST(TargetEnvironment, AddsAndSaves) {
  std::vector<std::string> ours = {"A=1", "LD_BIND_NOW=x", "GLIBC_TUNABLES=", "GOMP_SPINCOUNT=9", "HEDDLE_SEGMENT=3",
                                   "B="};
  std::vector<char*> pointers;
  for (std::string& entry : ours) {
    pointers.push_back(entry.data());
  }
  pointers.push_back(nullptr);
  EXPECT_EQ(target_environment(pointers.data(), 901),
            (std::vector<std::string>{"A=1", "HEDDLE_SAVED_LD_BIND_NOW=x", "HEDDLE_SAVED_GLIBC_TUNABLES=",
                                      "HEDDLE_SAVED_GOMP_SPINCOUNT=9", "B=", "HEDDLE_SEGMENT=901", "LD_BIND_NOW=1",
                                      "GLIBC_TUNABLES=glibc.pthread.rseq=0", "GOMP_SPINCOUNT=0"}));
}

TEST(TargetEnvironment, PreloadsTheRuntimeBeforeTheUsersLibraries) {
  std::string ours = "LD_PRELOAD=other.so";
  char* pointers[] = {ours.data(), nullptr};
  EXPECT_EQ(target_environment(pointers, 901, "/lib/ours.so"),
            (std::vector<std::string>{"HEDDLE_SAVED_LD_PRELOAD=other.so", "LD_PRELOAD=/lib/ours.so:other.so",
                                      "HEDDLE_SEGMENT=901", "LD_BIND_NOW=1", "GLIBC_TUNABLES=glibc.pthread.rseq=0",
                                      "GOMP_SPINCOUNT=0"}));
}

}  // namespace
}  // namespace heddle::cli
