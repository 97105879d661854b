#include "cli/program/elf_file.h"

#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/rng.h"
#include "heddle/abi.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

// This program is its own specimen: it carries the note of an instrumented unit and a site record.
asm(".pushsection .note.heddle,\"a\",@note\n"
    ".balign 4\n"
    ".long 7, 16, 1\n"
    ".asciz \"heddle\"\n"
    ".balign 4\n"
    ".long " TEXT(HEDDLE_ABI_VERSION) ", 0\n"
    ".quad specimen_unit - .\n"
    ".popsection\n");
asm(".pushsection .rodata\n"
    ".balign 8\n"
    "specimen_unit: .long " TEXT(HEDDLE_ABI_VERSION) ", 1\n"
    ".quad specimen_site - ., 0, 0, 0\n"
    ".popsection\n");
asm(".pushsection heddle_sites,\"a\",@progbits\n"
    ".balign 8\n"
    ".globl specimen_site\n"
    "specimen_site:\n"
    ".quad 99\n"
    ".long specimen_file - ., specimen_function - ., specimen_variable - ., 0\n"
    ".long 31\n"
    ".short 5\n"
    ".byte 7, 3\n"
    ".long 8, 0\n"
    "specimen_file: .asciz \"src/queue.cpp\"\n"
    "specimen_function: .asciz \"_ZN5Queue4pushEi\"\n"
    "specimen_variable: .asciz \"queue.head\"\n"
    ".popsection\n");

// And it has what ThreadSanitizer's own runtime has.
asm(".pushsection .text\n"
    ".globl __tsan_init\n"
    "__tsan_init: ret\n"
    ".popsection\n");

extern "C" const char specimen_site[];

namespace heddle::cli {

int specimen_table[16] = {1};

namespace {

std::uint64_t load_bias() {
  std::uint64_t bias = 0;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        *static_cast<std::uint64_t*>(data) = info->dlpi_addr;  // the program itself comes first
        return 1;
      },
      &bias);
  return bias;
}

TEST(ElfFile, KnowsThisProgram) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  EXPECT_TRUE(file->has_interpreter());
  EXPECT_NE(std::find(file->needed().begin(), file->needed().end(), "libc.so.6"), file->needed().end());
  EXPECT_EQ(file->unit_versions(), std::vector<std::uint32_t>{HEDDLE_ABI_VERSION});
  EXPECT_GE(file->build_id().size(), 16U);
  EXPECT_EQ(file->build_id().find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(ElfFile, KnowsTheRuntimeOfThreadSanitizer) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->thread_sanitizer(), ElfFile::SanitizerUse::kInside);
  const auto shell = ElfFile::open("/bin/sh");
  ASSERT_TRUE(shell) << shell.error();
  EXPECT_EQ(shell->thread_sanitizer(), ElfFile::SanitizerUse::kNone);
  EXPECT_FALSE(shell->is_instrumented());
}

TEST(ElfFile, ReadsSiteRecords) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  const auto site = file->site_at(reinterpret_cast<std::uint64_t>(&specimen_site) - load_bias());
  ASSERT_TRUE(site);
  EXPECT_EQ(site->file, "src/queue.cpp");
  EXPECT_EQ(demangle(site->function), "Queue::push(int)");
  EXPECT_EQ(site->variable, "queue.head");
  EXPECT_EQ(site->type, "");
  EXPECT_EQ(site->line, 31U);
  EXPECT_EQ(site->column, 5U);
  EXPECT_EQ(site->kind, HEDDLE_SITE_ATOMIC_STORE);
  EXPECT_EQ(site->size, 8U);
  EXPECT_FALSE(file->site_at(~std::uint64_t{0}));
}

TEST(ElfFile, FindsAllSites) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->site_addresses(),
            std::vector<std::uint64_t>{reinterpret_cast<std::uint64_t>(&specimen_site) - load_bias()});
}

// Calls of every form, the addresses they return to labelled.
asm(".pushsection .text\n"
    "specimen_calls:\n"
    "call specimen_calls\nspecimen_return_0:\n"
    "call *%rax\nspecimen_return_1:\n"
    "call *%r11\nspecimen_return_2:\n"
    "call *(%rcx)\nspecimen_return_3:\n"
    "call *8(%rbp)\nspecimen_return_4:\n"
    "call *800(%r12)\nspecimen_return_5:\n"
    "call *(%rax,%rcx,8)\nspecimen_return_6:\n"
    "call *8(%rax,%rcx,8)\nspecimen_return_7:\n"
    "call *specimen_table_of_calls(,%rcx,8)\nspecimen_return_8:\n"
    "call *specimen_calls(%rip)\nspecimen_return_9:\n"
    ".set specimen_table_of_calls, 64\n"
    ".popsection\n"
    ".pushsection .rodata\n.balign 4\n.globl specimen_returns\n"
    "specimen_returns:\n"
    ".irp number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n.long specimen_return_\\number - specimen_returns\n.endr\n"
    ".popsection\n");
extern "C" const std::int32_t specimen_returns[10];

TEST(ElfFile, FindsWhereCallsReturnTo) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  const std::vector<std::uint64_t> found = file->return_addresses();
  ASSERT_TRUE(std::ranges::is_sorted(found));
  for (const std::int32_t distance : specimen_returns) {
    const auto address = reinterpret_cast<std::uint64_t>(&specimen_returns) - load_bias() +
                         static_cast<std::uint64_t>(std::int64_t{distance});
    EXPECT_TRUE(std::ranges::binary_search(found, address)) << &distance - specimen_returns;
  }
  EXPECT_FALSE(std::ranges::binary_search(found, reinterpret_cast<std::uint64_t>(&specimen_table) - load_bias()));
}

TEST(ElfFile, NamesObjects) {
  const auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file) << file.error();
  const auto symbol = file->symbol_at(reinterpret_cast<std::uint64_t>(&specimen_table[3]) - load_bias());
  ASSERT_TRUE(symbol);
  EXPECT_EQ(symbol->name, "heddle::cli::specimen_table");
  EXPECT_EQ(symbol->offset, 12U);
  EXPECT_FALSE(file->symbol_at(1));
}

TEST(ElfFile, MovesWhole) {
  auto file = ElfFile::open("/proc/self/exe");
  ASSERT_TRUE(file);
  const std::string build_id = file->build_id();
  const ElfFile moved = std::move(*file);
  EXPECT_EQ(moved.build_id(), build_id);
  EXPECT_TRUE(moved.has_interpreter());
}

// Damage gives an error or nonsense, never a crash: the sanitizer builds of this test are what it is for.
TEST(ElfFile, SurvivesDamage) {
  std::ifstream original("/bin/true", std::ios::binary);
  std::ostringstream stream;
  stream << original.rdbuf();
  const std::string content = stream.str();
  ASSERT_FALSE(content.empty());
  const auto path = std::filesystem::temp_directory_path() / ("heddle-elf-" + std::to_string(::getpid()));
  Rng random(1);
  for (int round = 0; round < 600; ++round) {
    std::string damaged = content;
    if (round % 3 == 0) {
      damaged.resize(random.below(static_cast<std::uint32_t>(content.size())));
    }
    // Half of the damage in the headers, where it hurts.
    for (int i = 0; i < 8 && !damaged.empty(); ++i) {
      const auto range =
          static_cast<std::uint32_t>(i % 2 == 0 ? std::min<std::size_t>(damaged.size(), 1024) : damaged.size());
      damaged[random.below(range)] = static_cast<char>(random.below(256));
    }
    std::ofstream(path, std::ios::binary) << damaged;
    const auto file = ElfFile::open(path);
    if (file) {
      (void)file->build_id();
      (void)file->site_addresses();
      (void)file->return_addresses();
      for (int i = 0; i < 8; ++i) {
        (void)file->site_at(random.below(100000));
        (void)file->symbol_at(random.below(100000));
      }
      (void)file->site_at(random.next());
    }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace heddle::cli
