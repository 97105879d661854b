#include "monitor/trace_stream.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace heddle {

namespace {

// Bits 0-1 of a tag.
constexpr unsigned kForeseen = 0;
constexpr unsigned kKnown = 1;
constexpr unsigned kNew = 2;
constexpr unsigned kOther = 3;
// Bits 2-4: how the model says, by its other guess, or by so many bytes to be added to the last address.
constexpr unsigned kAddressShift = 2;
constexpr unsigned kByModel = 0;
constexpr unsigned kByOtherGuess = 1;
constexpr unsigned kFirstByBytes = 2;
constexpr std::array<unsigned, 6> kDeltaBytes = {1, 2, 3, 4, 6, 8};
constexpr unsigned kHasWhat = 1U << 5U;
// Bits 2-5 with kOther; the numbers go into files.
enum Other : std::uint8_t { kNothing, kReturned, kTurn, kSynchronised, kCreated, kAllocated, kFreed };
constexpr unsigned kOtherMask = 15;
// Bits 6-7.
constexpr unsigned kCountShift = 6;
constexpr unsigned kMoreFollow = 3;

constexpr unsigned kNumberBits = 7;
constexpr std::uint64_t kMore = 1U << kNumberBits;

// Small for small distances in either direction.
constexpr std::uint64_t folded(std::uint64_t distance) { return (distance << 1U) ^ (0 - (distance >> 63U)); }
constexpr std::uint64_t unfolded(std::uint64_t value) { return (value >> 1U) ^ (0 - (value & 1U)); }

constexpr std::uint64_t sign_extended(std::uint64_t value, unsigned bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

constexpr std::size_t kFirstSlots = 64;

}  // namespace

// --- The model ---

StreamModel::StreamModel() {
  const std::uint32_t place = make(kReturnSite, kReturn);
  assert(place == kReturnPlace);
}

std::uint32_t StreamModel::make(std::uint64_t site, std::uint64_t what) {
  const auto index = static_cast<std::uint32_t>(places_.size());
  places_.push_back({.site = site, .what = what, .last = before_});
  return index;
}

// --- Writing ---

StreamEncoder::StreamEncoder() : slots_(kFirstSlots) {}

std::span<const std::byte> StreamEncoder::finish_block() {
  if (foreseen_ > 0) {
    put_tag(kOther | static_cast<unsigned>(kNothing) << kAddressShift);
  }
  return {begin_, at_};
}

void StreamEncoder::put_access(SiteId site, std::uint64_t address, std::uint64_t size, std::uint8_t bits) {
  const std::uint64_t what = size << kBits | bits;
  assert(what < kCall && what >> kBits == size);
  std::uint32_t index = 0;
  const unsigned how = find(site.value, what, index);
  Place& place = places_[index];
  const bool has_what = how == kNew || place.what != what;
  const std::uint64_t distance = address - place.last;
  unsigned told = kFirstByBytes;
  if (place.by(place.by_offset, before_) == address) {
    told = kByModel;
  } else if (place.by(!place.by_offset, before_) == address) {
    told = kByOtherGuess;
    place.by_offset = !place.by_offset;
  } else {
    while (sign_extended(distance, kDeltaBytes[told - kFirstByBytes]) != distance) {
      ++told;
    }
  }
  put_tag(how | told << kAddressShift | (has_what ? kHasWhat : 0));
  put_site(how, index);
  if (has_what) {
    put_number(what);
    place.what = what;
  }
  if (told >= kFirstByBytes) {
    put_bytes(distance, kDeltaBytes[told - kFirstByBytes]);
  }
  next_[context_] = index;
  accessed(place, site.value, address);
}

void StreamEncoder::put_call(SiteId site) {
  std::uint32_t index = 0;
  const unsigned how = find(site.value, kCall, index);
  if (how == kForeseen) {
    ++foreseen_;
  } else {
    put_tag(how);
    put_site(how, index);
    next_[context_] = index;
  }
  happened(site.value);
}

void StreamEncoder::put_return() {
  if (next_[context_] == kReturnPlace) {
    ++foreseen_;
  } else {
    put_tag(kOther | static_cast<unsigned>(kReturned) << kAddressShift);
    next_[context_] = kReturnPlace;
  }
  happened(kReturnSite);
}

void StreamEncoder::put(const TraceEvent& event) {
  const auto begin = [this](Other what) { put_tag(kOther | static_cast<unsigned>(what) << kAddressShift); };
  switch (event.kind) {
    case TraceKind::kSwitch:
      begin(kTurn);
      put_number(event.number - number_);
      number_ = event.number;
      break;
    case TraceKind::kSync:
      begin(event.sync == SyncKind::kCreate ? kCreated : kSynchronised);
      if (event.sync == SyncKind::kCreate) {
        put_bytes(event.name.value, sizeof event.name.value);
      } else {
        put_byte(static_cast<unsigned>(event.sync));
        put_number(folded(event.address - object_));
        object_ = event.address;
      }
      put_bytes(event.other.value, sizeof event.other.value);
      break;
    case TraceKind::kAllocate:
    case TraceKind::kFree:
      begin(event.kind == TraceKind::kAllocate ? kAllocated : kFreed);
      put_number(folded(event.address - block_));
      put_number(event.size);
      block_ = event.address;
      break;
    default:
      assert(false);
  }
}

void StreamEncoder::put_tag(unsigned tag) {
  const unsigned count = foreseen_ < kMoreFollow ? static_cast<unsigned>(foreseen_) : kMoreFollow;
  put_byte(tag | count << kCountShift);
  if (count == kMoreFollow) {
    put_number(foreseen_ - kMoreFollow);
  }
  foreseen_ = 0;
}

void StreamEncoder::put_number(std::uint64_t value) {
  for (; value >= kMore; value >>= kNumberBits) {
    put_byte(static_cast<unsigned>(value | kMore) & 0xffU);
  }
  put_byte(static_cast<unsigned>(value));
}

void StreamEncoder::put_bytes(std::uint64_t value, unsigned count) {
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(at_, &value, sizeof value);  // there is room, and the next one overwrites what is too much
  at_ += count;
}

void StreamEncoder::put_site(unsigned how, std::uint32_t index) {
  if (how == kKnown) {
    put_number(index);
  } else if (how == kNew) {
    put_bytes(places_[index].site, sizeof places_[index].site);
  }
}

unsigned StreamEncoder::find(std::uint64_t site, std::uint64_t what, std::uint32_t& index) {
  const bool is_call = what == kCall;
  index = next_[context_];
  if (index != kReturnPlace && places_[index].site == site && (places_[index].what == kCall) == is_call) {
    return kForeseen;
  }
  std::uint32_t& slot = slot_of(site, is_call);
  if (slot != kReturnPlace) {
    index = slot;
    return kKnown;
  }
  slot = index = make(site, what);
  if (places_.size() * 2 > slots_.size()) {
    grow();
  }
  return kNew;
}

std::uint32_t& StreamEncoder::slot_of(std::uint64_t site, bool is_call) {
  std::size_t at = static_cast<std::size_t>(mix(site + (is_call ? 1 : 0))) & (slots_.size() - 1);
  while (slots_[at] != kReturnPlace &&
         (places_[slots_[at]].site != site || (places_[slots_[at]].what == kCall) != is_call)) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return slots_[at];
}

void StreamEncoder::grow() {
  slots_.assign(slots_.size() * 2, kReturnPlace);
  for (std::uint32_t index = kReturnPlace + 1; index < places_.size(); ++index) {
    slot_of(places_[index].site, places_[index].what == kCall) = index;
  }
}

// --- Reading ---

StreamDecoder::Got StreamDecoder::next_tag(TraceEvent& event) {
  for (;;) {
    if (has_tag_) {
      has_tag_ = false;
      const bool is_other = (tag_ & kOther) == kOther;
      const unsigned other = tag_ >> kAddressShift & kOtherMask;
      if (is_other && other == kNothing) {
        continue;
      }
      const bool makes_sense = is_other ? take_other(other, event) : take_site_event(tag_, event);
      return makes_sense && at_ <= end_ ? Got::kEvent : Got::kNonsense;
    }
    if (at_ >= end_) {
      return at_ == end_ ? Got::kEndOfBlock : Got::kNonsense;
    }
    const auto tag = std::to_integer<unsigned>(*at_++);
    tag_ = tag & ((1U << kCountShift) - 1);
    has_tag_ = true;
    foreseen_ = tag >> kCountShift;
    if (foreseen_ == kMoreFollow) {
      std::uint64_t more = 0;
      if (!take_number(more) || more > ~std::uint64_t{0} - kMoreFollow || at_ > end_) {
        return Got::kNonsense;
      }
      foreseen_ += more;
    }
    if (foreseen_ > 0) {
      return next(event);
    }
  }
}

bool StreamDecoder::take_site_event(unsigned tag, TraceEvent& event) {
  const unsigned how = tag & kOther;
  const bool has_what = (tag & kHasWhat) != 0;
  std::uint64_t index = next_[context_];
  if (how == kKnown && !take_number(index)) {
    return false;
  }
  if (how == kNew) {
    const std::uint64_t site = take_bytes(sizeof site);
    index = make(site, kCall);
  }
  if (index == kReturnPlace || index >= places_.size()) {
    return false;
  }
  Place& place = places_[index];
  if (has_what) {
    std::uint64_t what = 0;
    if ((how != kNew && place.what == kCall) || !take_number(what) || what >= kCall) {
      return false;
    }
    place.what = what;
  }
  next_[context_] = static_cast<std::uint32_t>(index);
  if (place.what == kCall) {
    give_other(event, static_cast<std::uint32_t>(index));
    return true;
  }
  const unsigned told = tag >> kAddressShift & 7U;
  std::uint64_t address = 0;
  if (told < kFirstByBytes) {
    place.by_offset ^= told == kByOtherGuess;
    address = place.by(place.by_offset, before_);
  } else {
    const unsigned bytes = kDeltaBytes[told - kFirstByBytes];
    address = place.last + sign_extended(take_bytes(bytes), bytes);
  }
  give_access(event, static_cast<std::uint32_t>(index), address);
  return true;
}

void StreamDecoder::give_other(TraceEvent& event, std::uint32_t index) {
  const Place& place = places_[index];
  event.kind = place.what == kCall ? TraceKind::kCall : TraceKind::kReturn;
  event.place = index;
  event.site = SiteId{place.what == kCall ? place.site : 0};
  happened(place.site);
}

bool StreamDecoder::take_other(unsigned what, TraceEvent& event) {
  std::uint64_t number = 0;
  switch (what) {
    case kReturned:
      next_[context_] = kReturnPlace;
      give_other(event, kReturnPlace);
      return true;
    case kTurn:
      event.kind = TraceKind::kSwitch;
      if (!take_number(number)) {
        return false;
      }
      event.number = number_ += number;
      return true;
    case kSynchronised:
    case kCreated:
      event.kind = TraceKind::kSync;
      event.sync = SyncKind::kCreate;
      if (what == kCreated) {
        event.address = 0;
        event.name = ThreadName{take_bytes(sizeof event.name.value)};
      } else {
        event.sync = static_cast<SyncKind>(take_bytes(1));
        if (event.sync > SyncKind::kRelock || !take_number(number)) {
          return false;
        }
        event.address = object_ += unfolded(number);
      }
      event.other = ThreadId{static_cast<std::uint16_t>(take_bytes(sizeof event.other.value))};
      return true;
    case kAllocated:
    case kFreed:
      event.kind = what == kAllocated ? TraceKind::kAllocate : TraceKind::kFree;
      if (!take_number(number) || !take_number(event.size)) {
        return false;
      }
      event.address = block_ += unfolded(number);
      return true;
    default:
      return false;
  }
}

bool StreamDecoder::take_number(std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64; shift += kNumberBits) {
    const auto byte = std::to_integer<std::uint64_t>(*at_++);
    value |= (byte & (kMore - 1)) << shift;
    if (byte < kMore) {
      return true;
    }
  }
  return false;
}

std::uint64_t StreamDecoder::take_bytes(unsigned count) {
  std::uint64_t value = 0;
  std::memcpy(&value, at_, sizeof value);
  at_ += count;
  return value & ~std::uint64_t{0} >> (64 - 8 * count);
}

}  // namespace heddle
