// Traces come back as they were written, and damaged ones as far as they are good.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "../file_size_limit.h"
#include "monitor/trace_format.h"
#include "monitor/trace_reader.h"
#include "monitor/trace_writer.h"
#include "scripts.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

class TraceTest : public testing::Test {
 protected:
  TraceTest() {
    std::string pattern = (fs::temp_directory_path() / "heddle-trace-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / "trace";
  }
  ~TraceTest() override { fs::remove_all(folder_); }

  // To the file, all of it.
  void write_file(const Script& script, std::size_t block = 256) const {
    TraceWriter writer({.memory = 0, .file = path_, .block = block}, name_of(0));
    record(script, writer);
    ASSERT_TRUE(writer.finish());
  }
  [[nodiscard]] std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  void put(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }

  fs::path folder_;
  fs::path path_;
};

Script mixed_script(std::uint64_t seed, std::uint32_t steps) {
  return random_script(seed, {.threads = 7, .steps = steps, .sites = 300, .bytes = 100'000, .anywhere = true});
}

TEST_F(TraceTest, MemoryGivesBackWhatWasRecorded) {
  const Script script = mixed_script(1, 100'000);
  for (const std::size_t block : {256, 1000, 65'536}) {
    TraceWriter writer({.block = block}, name_of(0));
    record(script, writer);
    const Expected<TraceTotals> totals = writer.finish();
    ASSERT_TRUE(totals);
    const auto is_access = [](const Step& step) { return step.event.kind == TraceKind::kAccess; };
    EXPECT_EQ(totals->accesses, std::ranges::count_if(script, is_access));
    EXPECT_EQ(totals->threads, 7U);
    EXPECT_EQ(totals->file_bytes, 0U);
    const Expected<TraceReader> reader = TraceReader::of(writer);
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->damage(), "");
    EXPECT_EQ(reader->blocks(), totals->blocks);
    EXPECT_EQ(reader->threads().size(), 7U);
    EXPECT_TRUE(script_of(*reader) == script);
  }
}

TEST_F(TraceTest, FilesGiveBackWhatWasRecorded) {
  const Script script = mixed_script(2, 100'000);
  for (const std::size_t memory : {0, 10'000, 300'000, 1'000'000}) {
    TraceWriter writer({.memory = memory, .file = path_, .block = 4096}, name_of(0));
    record(script, writer);
    const Expected<TraceTotals> totals = writer.finish();
    ASSERT_TRUE(totals);
    ASSERT_GT(totals->bytes, 310'000U);
    EXPECT_EQ(writer.kept().empty(), memory < 1'000'000);
    const Expected<TraceReader> here = TraceReader::of(writer);
    ASSERT_TRUE(here);
    EXPECT_EQ(here->damage(), "");
    EXPECT_TRUE(script_of(*here) == script);
    if (memory < 1'000'000) {
      EXPECT_EQ(totals->file_bytes, fs::file_size(path_));
      const Expected<TraceReader> there = TraceReader::open(path_);
      ASSERT_TRUE(there);
      EXPECT_EQ(there->damage(), "");
      EXPECT_TRUE(script_of(*there) == script);
    }
  }
}

TEST_F(TraceTest, ThreadsCanBeReadOneByOne) {
  const Script script = mixed_script(3, 20'000);
  const Recorded recorded(script);
  const std::map<ThreadId, std::vector<TraceEvent>> expected = by_thread(script);
  ASSERT_EQ(recorded.reader().threads().size(), expected.size());
  for (std::size_t thread = 0; thread < recorded.reader().threads().size(); ++thread) {
    const ThreadId id = recorded.reader().threads()[thread].id;
    EXPECT_EQ(recorded.reader().threads()[thread].name, name_of(id.value));
    std::vector<TraceEvent> events;
    std::map<std::uint32_t, std::pair<TraceKind, SiteId>> places;
    ThreadCursor cursor(recorded.reader(), thread);
    for (TraceEvent event; cursor.next(event); event = {}) {
      if (event.kind == TraceKind::kAccess || event.kind == TraceKind::kCall) {
        // A number is one site's, of calls or of accesses.
        const auto [place, is_new] = places.try_emplace(event.place, event.kind, event.site);
        EXPECT_EQ(place->second, std::pair(event.kind, event.site));
      }
      event.place = 0;
      if (event.kind != TraceKind::kSwitch) {
        events.push_back(event);
      }
    }
    EXPECT_TRUE(events == expected.at(id));
    EXPECT_EQ(cursor.decoder().places(), places.size());
  }
}

TEST_F(TraceTest, EdgesOfWhatCanBeSaid) {
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
  Scripted made;
  for (const std::uint64_t address : {std::uint64_t{0}, kTop, std::uint64_t{1}, kTop - 1, std::uint64_t{1} << 63U,
                                      (std::uint64_t{1} << 63U) - 1, std::uint64_t{127}, std::uint64_t{128}}) {
    made.access(0, address, 1, kAccessReads).access(kTop, address, (std::uint64_t{1} << 60U) - 1, kAccessWrites);
    made.call(kTop).call(1).leave().leave().leave();
    made.allocate(address, kTop).free(kTop - address, 0).sync(SyncKind::kSend, address);
  }
  made.create(kNoThread.value - 1).thread(kNoThread.value - 1).read(1, 2);
  EXPECT_TRUE(script_of(Recorded(made.script()).reader()) == made.script());
}

TEST_F(TraceTest, AccessOfNothingIsNone) {
  TraceWriter writer({}, name_of(0));
  writer.access(SiteId{1}, 100, 0, kAccessReads);
  writer.access(SiteId{1}, 100, 0, kAccessReads);
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(writer.totals().accesses, 0U);
  EXPECT_TRUE(script_of(*TraceReader::of(writer)).empty());
}

// [WP] 4: 3b + 2 bits an access, 2b + 2 a call, 2 a return. A quarter of that, at most, for a program with some order.
TEST_F(TraceTest, LoopsTakeLittle) {
  TraceWriter writer({}, name_of(0));
  Rng rng(1);
  constexpr std::uint64_t kHeap = 0x5555'0000'0000;
  for (int i = 0; i < 20'000; ++i) {
    // A node of a large hash table, its fields, an array beside it, and a counter.
    const std::uint64_t node = kHeap + rng.below(1U << 20U) * 64;
    writer.call(SiteId{1});
    writer.access(SiteId{2}, node, 8, kAccessReads);
    writer.access(SiteId{3}, node + 8, 4, kAccessReads);
    if (rng.below(4) == 0) {
      writer.access(SiteId{4}, node + 16, 8, kAccessWrites);
    }
    for (std::uint64_t j = 0; j < 4; ++j) {
      writer.access(SiteId{5}, 0x7fff'0000 + j * 8, 8, kAccessReads);
    }
    writer.access(SiteId{6}, 0x1000, 4, kAccessReads | kAccessWrites);
    writer.leave();
  }
  ASSERT_TRUE(writer.finish());
  EXPECT_LT(static_cast<double>(writer.totals().bytes) / static_cast<double>(writer.totals().accesses), 2.0);
}

// --- Damage ---

TEST_F(TraceTest, CutOffFilesAreReadUpToThere) {
  const Script script = mixed_script(4, 300);
  write_file(script);
  const std::string whole = content();
  ASSERT_GT(whole.size(), 1000U);
  std::size_t least = script.size();
  for (std::size_t size = whole.size(); size-- > 0;) {
    fs::resize_file(path_, size);
    const Expected<TraceReader> reader = TraceReader::open(path_);
    if (size < sizeof(trace_format::FileHeader)) {
      ASSERT_FALSE(reader);
      EXPECT_EQ(reader.error(), path_.string() + " is not a heddle trace");
      continue;
    }
    ASSERT_TRUE(reader) << reader.error();
    EXPECT_NE(reader->damage(), "");
    EXPECT_NE(reader->damage().find("offset " + std::to_string(size)), std::string::npos) << reader->damage();
    const Script part = script_of(*reader);
    EXPECT_TRUE(is_beginning(part, script)) << size;
    EXPECT_LE(part.size(), least);
    // The last block says nothing but that it is the last.
    EXPECT_EQ(part.size() == script.size(), size >= whole.size() - sizeof(trace_format::BlockHeader));
    least = part.size();
  }
  EXPECT_EQ(least, 0U);
}

TEST_F(TraceTest, ChangedBytesAreNoticed) {
  const Script script = mixed_script(5, 200);
  write_file(script);
  const std::string whole = content();
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  const auto set = [&file](std::size_t at, int byte) {
    file.seekp(static_cast<std::streamoff>(at)).put(static_cast<char>(byte)).flush();
  };
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flipped : {1, 128, 255}) {
      set(at, whole[at] ^ flipped);
      const Expected<TraceReader> reader = TraceReader::open(path_);
      EXPECT_EQ(reader.has_value(), at >= sizeof(trace_format::FileHeader));
      if (reader) {
        EXPECT_NE(reader->damage(), "") << at;
        EXPECT_TRUE(is_beginning(script_of(*reader), script)) << at;
      }
    }
    set(at, whole[at]);
  }
  EXPECT_EQ(TraceReader::open(path_)->damage(), "");
  put(whole + "x");
  EXPECT_EQ(TraceReader::open(path_)->damage(), "block " + std::to_string(TraceReader::open(path_)->blocks()) +
                                                    " at offset " + std::to_string(whole.size()) +
                                                    " is damaged: the file ends at offset " +
                                                    std::to_string(whole.size() + 1) + ", within it");
}

TEST_F(TraceTest, DamageIsNamed) {
  write_file(mixed_script(6, 300));
  const std::string whole = content();
  const std::size_t size = 16 + 48;  // of both headers
  std::string changed = whole;
  changed[size] = static_cast<char>(changed[size] + 1);
  put(changed);
  Expected<TraceReader> reader = TraceReader::open(path_);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->damage(), "block 0 at offset 16 is damaged: checksum differs");
  EXPECT_TRUE(reader->threads().empty());
  EXPECT_TRUE(script_of(*reader).empty());

  changed = whole;
  changed[17] = 'x';
  put(changed);
  EXPECT_EQ(TraceReader::open(path_)->damage(), "block 0 at offset 16 is damaged: its header is wrong");

  // A block is missing.
  std::uint64_t body = 0;
  std::memcpy(&body, whole.data() + 16 + offsetof(trace_format::BlockHeader, size), sizeof body);
  put(whole.substr(0, 16) + whole.substr(16 + 48 + body));
  EXPECT_EQ(TraceReader::open(path_)->damage(), "block 0 at offset 16 is damaged: it is number 1");

  changed = whole;
  changed[12] = 9;
  put(changed);
  EXPECT_EQ(TraceReader::open(path_).error(), path_.string() + " is of version 9, this heddle reads 1");
  EXPECT_EQ(TraceReader::open(folder_).error(), folder_.string() + " is not a heddle trace");
  EXPECT_EQ(TraceReader::open(folder_ / "none").error(),
            "cannot read " + (folder_ / "none").string() + ": No such file or directory");
}

TEST_F(TraceTest, ChangedMemoryIsNoticed) {
  const Script script = mixed_script(7, 200);
  TraceWriter writer({.block = 256}, name_of(0));
  record(script, writer);
  ASSERT_TRUE(writer.finish());
  for (const TraceWriter::Block& block : writer.kept()) {
    for (const std::byte& byte : block.bytes) {
      // As a program that writes where it should not.
      auto& there = const_cast<std::byte&>(byte);
      there ^= std::byte{16};
      const Expected<TraceReader> reader = TraceReader::of(writer);
      ASSERT_TRUE(reader);
      EXPECT_NE(reader->damage().find(" in memory is damaged: "), std::string::npos);
      EXPECT_TRUE(is_beginning(script_of(*reader), script));
      there ^= std::byte{16};
    }
  }
  EXPECT_TRUE(script_of(*TraceReader::of(writer)) == script);
}

// Blocks whose checksums are right, and which no writer has written.
TEST_F(TraceTest, NonsenseEndsTheTrace) {
  Rng rng(8);
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::byte> block(rng.below(40) + StreamDecoder::kPadding);
    const std::span<std::byte> body = std::span(block).first(block.size() - StreamDecoder::kPadding);
    std::ranges::generate(body, [&rng] { return static_cast<std::byte>(rng.next()); });
    StreamDecoder decoder;
    decoder.set_block(body);
    TraceEvent event;
    // A count may be anything, so not all of it is looked at.
    for (int j = 0; j < 1000 && decoder.next(event) == StreamDecoder::Got::kEvent; ++j) {
    }
  }
}

// --- Full disks ---

// What there is, is all that happened up to some moment, whichever thread did it.
void expect_beginning(const TraceWriter& writer, const Script& script, const std::string& problem) {
  EXPECT_EQ(writer.problem(), problem);
  const Expected<TraceReader> reader = TraceReader::of(writer);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->damage(), problem);
  const Script part = script_of(*reader);
  EXPECT_GT(part.size(), 0U);
  ASSERT_LT(part.size(), script.size());
  EXPECT_TRUE(std::equal(part.begin(), part.end(), script.begin()));
  const auto is_access = [](const Step& step) { return step.event.kind == TraceKind::kAccess; };
  EXPECT_EQ(writer.totals().accesses, std::ranges::count_if(part, is_access));
}

TEST_F(TraceTest, FullDiskEndsTheTrace) {
  const Script script = mixed_script(9, 20'000);
  for (const std::size_t memory : {0, 5'000}) {
    for (const rlim_t room : {0, 10, 40, 3'000, 10'000, 30'000}) {
      TraceWriter writer({.memory = memory, .file = path_, .block = 1024}, name_of(0));
      {
        const FileSizeLimit limit(room);
        record(script, writer);
        EXPECT_FALSE(writer.finish());
      }
      expect_beginning(writer, script, "cannot write " + path_.string() + ": File too large");
      EXPECT_LE(fs::file_size(path_), room);
      EXPECT_EQ(fs::file_size(path_), writer.totals().file_bytes);
      // The file by itself is good, too.
      if (room >= 3'000) {
        const Expected<TraceReader> reader = TraceReader::open(path_);
        ASSERT_TRUE(reader);
        EXPECT_EQ(reader->damage(),
                  "the trace ends at offset " + std::to_string(fs::file_size(path_)) + ", without its last block");
        EXPECT_TRUE(is_beginning(script_of(*reader), script));
      }
    }
  }
}

TEST_F(TraceTest, DeviceThatTakesNothing) {
  const Script script = mixed_script(10, 20'000);
  TraceWriter writer({.memory = 1000, .file = "/dev/full", .block = 1024}, name_of(0));
  record(script, writer);
  const Expected<TraceTotals> totals = writer.finish();
  ASSERT_FALSE(totals);
  EXPECT_EQ(totals.error(), "cannot write /dev/full: No space left on device");
  expect_beginning(writer, script, totals.error());
}

TEST_F(TraceTest, LimitsEndTheTrace) {
  const Script script = mixed_script(11, 20'000);
  TraceWriter memory({.memory = 5'000, .block = 1024}, name_of(0));
  record(script, memory);
  EXPECT_FALSE(memory.finish());
  expect_beginning(memory, script, "the trace is larger than 5000 bytes");

  TraceWriter file({.memory = 5'000, .file = path_, .file_bytes = 20'000, .block = 1024}, name_of(0));
  record(script, file);
  EXPECT_FALSE(file.finish());
  expect_beginning(file, script, "the trace is larger than 20000 bytes");
  EXPECT_LE(fs::file_size(path_), 20'000U);

  TraceWriter nowhere({.memory = 5'000, .file = folder_ / "no" / "trace"}, name_of(0));
  record(script, nowhere);
  EXPECT_FALSE(nowhere.finish());
  EXPECT_EQ(nowhere.problem(), "cannot write " + (folder_ / "no" / "trace").string() + ": No such file or directory");
}

TEST_F(TraceTest, WhatFollowsTheEndIsDropped) {
  const Script script = mixed_script(12, 5'000);
  TraceWriter writer({.block = 1024}, name_of(0));
  record(script, writer);
  ASSERT_TRUE(writer.finish());
  const TraceTotals totals = writer.totals();
  for (const Step& step : script) {
    if (step.event.kind != TraceKind::kSync) {
      record(step, writer);
    }
  }
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(writer.totals().accesses, totals.accesses);
  EXPECT_TRUE(script_of(*TraceReader::of(writer)) == script);
}

}  // namespace
}  // namespace heddle
