// Tests of what ends the process: it says why in the segment, which the process that a death test makes shares.
#pragma once

#include <gtest/gtest.h>

#include "runtime/machine/link.h"

// The statement ends the process with this exit code and these words.
#define EXPECT_LEAVES(statement, code, words)                                \
  do {                                                                       \
    EXPECT_EXIT(statement, ::testing::ExitedWithCode(code), "");             \
    EXPECT_STREQ(::heddle::runtime::worker_segment().result.message, words); \
    ::heddle::runtime::worker_segment().result.message[0] = '\0';            \
  } while (false)

// The program needs what heddle does not have, or does not have enough of.
#define EXPECT_UNSUPPORTED(statement, words) EXPECT_LEAVES(statement, 3, words)
