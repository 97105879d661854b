// `heddle cc` and `heddle c++`: clang, with heddle's instrumentation and runtime.
#pragma once

namespace heddle::cli {

enum class Language { kC, kCxx };

// Takes clang's arguments (without a program name) and becomes clang; returns only when that is not possible.
int compile(Language language, int argc, char** argv);

}  // namespace heddle::cli
