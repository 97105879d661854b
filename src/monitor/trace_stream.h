// The events of one thread as a stream of bytes, and back.
//
// Programs repeat themselves, so both ends keep the same model of the thread: which access, call or return came after
// the last three, and, of every site, where it accessed last and how that lay to the access before. What the model says
// right costs nothing but a count; anything else is a tag and what is needed to correct it. A tag:
//
// - bits 0 and 1: 0: the site is the one foreseen; 1: its number follows; 2: it is new and follows; 3: neither access
//   nor call.
// - bits 2 to 4, of accesses: how the address is told; with 3, bits 2 to 5: what it is.
// - bit 5, of accesses: size and kind are not those the site had last, and follow; of a new site: it is no call.
// - bits 6 and 7: how many events before this one were as foreseen: 0, 1, 2; 3: three and what follows, first of all.
//
// Numbers are seven bits a byte, the lowest first; the highest bit says that more follow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/hash.h"
#include "core/ids.h"
#include "monitor/access_trace.h"

namespace heddle {

class StreamModel {
 public:
  StreamModel();

 protected:
  static constexpr std::uint64_t kReturn = ~std::uint64_t{0};
  static constexpr std::uint64_t kCall = kReturn - 1;
  static constexpr unsigned kBits = 3;  // of AccessBit

  struct Place {
    std::uint64_t site = 0;
    std::uint64_t what = 0;  // kReturn, kCall, or of an access: size and bits
    std::uint64_t last = 0;  // address
    std::uint64_t stride = 0;
    std::uint64_t offset = 0;  // from the access before
    bool by_offset = false;    // which of them was right the last time

    [[nodiscard]] std::uint64_t by(bool offset_counts, std::uint64_t before) const {
      return offset_counts ? before + offset : last + stride;
    }
  };

  static constexpr std::uint32_t kContexts = 4096;
  static constexpr std::uint32_t kReturnPlace = 0;
  static constexpr std::uint64_t kReturnSite = 1;  // as good as any

  [[nodiscard]] std::uint32_t make(std::uint64_t site, std::uint64_t what);
  [[gnu::always_inline]] void accessed(Place& place, std::uint64_t site, std::uint64_t address) {
    place.stride = address - place.last;
    place.offset = address - before_;
    place.last = address;
    before_ = address;
    happened(site);
  }
  // Of a site known to the caller, so that this does not wait for the place to come from memory.
  [[gnu::always_inline]] void happened(std::uint64_t site) {
    context_ = ((context_ << 4U) ^ static_cast<std::uint32_t>(site * 0x9e3779b97f4a7c15ULL >> 52U)) & (kContexts - 1);
  }

  std::vector<Place> places_;
  std::array<std::uint32_t, kContexts> next_{};  // by context: the place that came then
  std::uint64_t before_ = 0;                     // address of the access before
  std::uint64_t object_ = 0;                     // address of the last synchronisation
  std::uint64_t block_ = 0;                      // address of the last block of memory
  std::uint64_t number_ = 0;                     // of the last turn
  std::uint32_t context_ = 0;
};

// Writes to a block that somebody else provides, and asks for the next one when it is full.
class StreamEncoder : private StreamModel {
 public:
  // More than any event takes.
  static constexpr std::size_t kRoom = 64;

  StreamEncoder();

  // Of more than kRoom bytes. Begins there; the model goes on.
  void set_block(std::span<std::byte> block) {
    begin_ = at_ = block.data();
    end_ = block.data() + block.size() - kRoom;
  }
  // What was written to the block, with all events so far.
  [[nodiscard]] std::span<const std::byte> finish_block();
  // No event may follow before finish_block() and set_block().
  [[nodiscard]] bool is_full() const { return at_ > end_; }

  // True: the event is part of the stream, and only counted.
  [[gnu::always_inline]] bool foresaw_access(SiteId site, std::uint64_t address, std::uint64_t size,
                                             std::uint8_t bits) {
    Place& place = places_.data()[next_[context_]];
    if (place.site != site.value || place.what != (size << kBits | bits) ||
        place.by(place.by_offset, before_) != address) {
      return false;
    }
    ++foreseen_;
    accessed(place, site.value, address);
    return true;
  }
  void put_access(SiteId site, std::uint64_t address, std::uint64_t size, std::uint8_t bits);
  void put_call(SiteId site);
  void put_return();
  // Of any other kind.
  void put(const TraceEvent& event);

 private:
  void put_tag(unsigned tag);
  void put_byte(unsigned byte) { *at_++ = static_cast<std::byte>(byte); }
  void put_number(std::uint64_t value);
  void put_bytes(std::uint64_t value, unsigned count);
  // What the tag says of the site, whose place is then `index`; a new one is made.
  [[nodiscard]] unsigned find(std::uint64_t site, std::uint64_t what, std::uint32_t& index);
  void put_site(unsigned how, std::uint32_t index);
  [[nodiscard]] std::uint32_t& slot_of(std::uint64_t site, bool is_call);
  void grow();

  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* begin_ = nullptr;
  std::uint64_t foreseen_ = 0;        // events since the last tag
  std::vector<std::uint32_t> slots_;  // of places by site, open addressing; 0: free. The size is a power of two
};

// Reads blocks, one after the other.
class StreamDecoder : private StreamModel {
 public:
  // So many bytes after a block can be read, and are 0.
  static constexpr std::size_t kPadding = 64;

  enum class Got : std::uint8_t { kEvent, kEndOfBlock, kNonsense };

  // With its padding, which `block` does not count. What it says goes on from the last one.
  void set_block(std::span<const std::byte> block) {
    at_ = block.data();
    end_ = block.data() + block.size();
  }
  [[nodiscard]] Got next(TraceEvent& event) {
    if (foreseen_ > 0) [[likely]] {
      --foreseen_;
      take_foreseen(event);
      return Got::kEvent;
    }
    return next_tag(event);
  }
  // Sites are numbered without gaps, from 1: how many there are so far.
  [[nodiscard]] std::uint32_t places() const { return static_cast<std::uint32_t>(places_.size()) - 1; }
  [[nodiscard]] SiteId site(std::uint32_t place) const { return SiteId{places_[place].site}; }
  [[nodiscard]] bool is_access(std::uint32_t place) const { return places_[place].what < kCall; }

 private:
  void take_foreseen(TraceEvent& event) {
    const std::uint32_t index = next_[context_];
    const Place& place = places_.data()[index];
    if (place.what < kCall) [[likely]] {
      give_access(event, index, place.by(place.by_offset, before_));
    } else {
      give_other(event, index);
    }
  }
  void give_access(TraceEvent& event, std::uint32_t index, std::uint64_t address) {
    Place& place = places_.data()[index];
    event.kind = TraceKind::kAccess;
    event.bits = static_cast<std::uint8_t>(place.what & ((1U << kBits) - 1));
    event.size = place.what >> kBits;
    event.place = index;
    event.site = SiteId{place.site};
    event.address = address;
    accessed(place, place.site, address);
  }
  void give_other(TraceEvent& event, std::uint32_t index);
  [[nodiscard]] Got next_tag(TraceEvent& event);
  [[nodiscard]] bool take_site_event(unsigned tag, TraceEvent& event);
  [[nodiscard]] bool take_other(unsigned what, TraceEvent& event);
  [[nodiscard]] bool take_number(std::uint64_t& value);
  [[nodiscard]] std::uint64_t take_bytes(unsigned count);

  const std::byte* at_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t foreseen_ = 0;  // still to be given before `tag_`
  unsigned tag_ = 0;
  bool has_tag_ = false;
};

}  // namespace heddle
