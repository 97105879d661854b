#include "pass/range_instrumenter.h"

#include <limits>

#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::pass {
namespace {

constexpr std::uint64_t kLargestInline = 64;

struct Piece {
  llvm::Value* value;
  std::uint64_t offset;
};

llvm::Value* piece_address(llvm::IRBuilder<>& builder, llvm::Value* base, std::uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
}

llvm::SmallVector<Piece> load_pieces(llvm::MemTransferInst& transfer, std::uint64_t size) {
  llvm::IRBuilder<> builder(&transfer);
  llvm::SmallVector<Piece> pieces;
  for (std::uint64_t offset = 0; offset < size;) {
    std::uint64_t bytes = 8;
    while (bytes > size - offset) {
      bytes /= 2;
    }
    const llvm::Align alignment = llvm::commonAlignment(transfer.getSourceAlign().valueOrOne(), offset);
    auto* type = builder.getIntNTy(static_cast<unsigned>(bytes * 8));
    llvm::Value* address = piece_address(builder, transfer.getRawSource(), offset);
    pieces.push_back({builder.CreateAlignedLoad(type, address, alignment, transfer.isVolatile()), offset});
    offset += bytes;
  }
  return pieces;
}

void store_pieces(llvm::MemTransferInst& transfer, llvm::ArrayRef<Piece> pieces) {
  llvm::IRBuilder<> builder(&transfer);
  for (const Piece& piece : pieces) {
    const llvm::Align alignment = llvm::commonAlignment(transfer.getDestAlign().valueOrOne(), piece.offset);
    llvm::Value* address = piece_address(builder, transfer.getRawDest(), piece.offset);
    builder.CreateAlignedStore(piece.value, address, alignment, transfer.isVolatile());
  }
}

// Adds the form of the operation that never becomes a call of the library.
void make_inline(llvm::MemIntrinsic& memory) {
  llvm::IRBuilder<> builder(&memory);
  if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&memory)) {
    auto* replacement = builder.CreateMemCpyInline(copy->getRawDest(), copy->getDestAlign(), copy->getRawSource(),
                                                   copy->getSourceAlign(), copy->getLength(), copy->isVolatile());
    replacement->copyMetadata(memory);
  } else {
    auto& set = llvm::cast<llvm::MemSetInst>(memory);
    auto* replacement = builder.CreateMemSetInline(set.getRawDest(), set.getDestAlign(), set.getValue(),
                                                   set.getLength(), set.isVolatile());
    replacement->copyMetadata(memory);
  }
}

}  // namespace

llvm::Value* RangeInstrumenter::site_or_null(std::optional<unsigned> site) const {
  if (!site) {
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(shared_.records.any_gate()->getContext(), 0));
  }
  return shared_.records.site_address(*site);
}

std::optional<unsigned> RangeInstrumenter::add_site(llvm::AnyMemIntrinsic& memory, llvm::Value* pointer,
                                                    llvm::StringRef function, heddle_site_kind kind) {
  const bool is_read = kind == HEDDLE_SITE_READ_RANGE;
  if (shared_.thread_private.contains(pointer) || (is_read && ThreadPrivate::is_constant(pointer))) {
    return std::nullopt;
  }
  Site site = Instrumentation::site_at(memory, function, kind);
  site.key = shared_.keys.key(memory, !is_read);
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
  const std::uint64_t size = length == nullptr ? 0 : length->getZExtValue();
  site.size = size > std::numeric_limits<std::uint32_t>::max() ? 0 : static_cast<std::uint32_t>(size);
  SourceName name = shared_.names.name(memory, pointer, size);
  site.variable = std::move(name.variable);
  site.type = std::move(name.type);
  site.flags = memory.isVolatile() ? HEDDLE_SITE_VOLATILE : 0;
  return shared_.records.add(site);
}

RangeInstrumenter::Sites RangeInstrumenter::add_sites(llvm::AnyMemIntrinsic& memory, llvm::StringRef function) {
  Sites sites;
  if (auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&memory)) {
    sites.read = add_site(memory, transfer->getRawSource(), function, HEDDLE_SITE_READ_RANGE);
  }
  sites.write = add_site(memory, memory.getRawDest(), function, HEDDLE_SITE_WRITE_RANGE);
  return sites;
}

void RangeInstrumenter::announce(llvm::Instruction& position, llvm::Value* pointer, llvm::Value* size,
                                 std::optional<unsigned> site, bool is_write) const {
  if (site) {
    llvm::Instruction* hook = Gates::open(&position, shared_.records.gate_address(*site));
    shared_.gates.call_range(hook, pointer, size, shared_.records.site_address(*site), is_write);
  }
}

void RangeInstrumenter::instrument_small(llvm::MemIntrinsic& memory, Sites sites) const {
  auto* size = llvm::cast<llvm::ConstantInt>(memory.getLength());
  auto* bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(memory.getContext()), size->getZExtValue());
  auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
  // Everything is loaded before anything is stored: other threads may come in between, and a move may overlap.
  const bool in_two_steps =
      transfer != nullptr && (llvm::isa<llvm::MemMoveInst>(memory) || (sites.read && sites.write));
  llvm::SmallVector<Piece> pieces;
  if (transfer != nullptr) {
    announce(memory, transfer->getRawSource(), bytes, sites.read, /*is_write=*/false);
  }
  if (in_two_steps) {
    pieces = load_pieces(*transfer, size->getZExtValue());
  }
  announce(memory, memory.getRawDest(), bytes, sites.write, /*is_write=*/true);
  if (in_two_steps) {
    store_pieces(*transfer, pieces);
  } else {
    make_inline(memory);
  }
  memory.eraseFromParent();
}

llvm::Value* RangeInstrumenter::any_open(llvm::Instruction& position, Sites sites) const {
  llvm::IRBuilder<> builder(&position);
  llvm::Value* open = nullptr;
  for (const std::optional<unsigned> site : {sites.read, sites.write}) {
    if (site) {
      llvm::Value* gate = builder.CreateLoad(builder.getInt8Ty(), shared_.records.gate_address(*site));
      open = open == nullptr ? gate : builder.CreateOr(open, gate);
    }
  }
  return builder.CreateICmpNE(open, builder.getInt8(0));
}

void RangeInstrumenter::instrument_large(llvm::MemIntrinsic& memory, Sites sites) const {
  llvm::Instruction* hook = nullptr;
  llvm::Instruction* plain = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(any_open(memory, sites), &memory, &hook, &plain);
  llvm::IRBuilder<> builder(hook);
  builder.SetCurrentDebugLocation(memory.getDebugLoc());
  llvm::Value* size = builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory)) {
    shared_.gates.call_copy(
        hook, llvm::isa<llvm::MemMoveInst>(memory),
        {memory.getRawDest(), transfer->getRawSource(), size, site_or_null(sites.read), site_or_null(sites.write)});
  } else {
    llvm::Value* byte = builder.CreateZExt(llvm::cast<llvm::MemSetInst>(memory).getValue(), builder.getInt32Ty());
    shared_.gates.call_set(hook, {memory.getRawDest(), byte, size, site_or_null(sites.write)});
  }
  memory.moveBefore(plain);
}

void RangeInstrumenter::visit(llvm::Instruction& instruction, llvm::StringRef function, Plan& plan) {
  auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction);
  const auto* length = memory == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
  if (memory == nullptr || (length != nullptr && length->isZero())) {
    return;
  }
  const Sites sites = add_sites(*memory, function);
  if (!sites.read && !sites.write) {
    return;
  }
  auto* plain = llvm::dyn_cast<llvm::MemIntrinsic>(memory);
  if (plain == nullptr) {
    // Element-wise atomic forms only become calls of their own: announce them and leave them.
    plan.add([this, memory, sites] {
      llvm::IRBuilder<> builder(memory);
      llvm::Value* size = builder.CreateZExtOrTrunc(memory->getLength(), builder.getInt64Ty());
      if (auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(memory)) {
        announce(*memory, transfer->getRawSource(), size, sites.read, /*is_write=*/false);
      }
      announce(*memory, memory->getRawDest(), size, sites.write, /*is_write=*/true);
    });
    return;
  }
  const bool small = length != nullptr && length->getZExtValue() <= kLargestInline;
  plan.add([this, plain, sites, small] {
    if (small) {
      instrument_small(*plain, sites);
    } else {
      instrument_large(*plain, sites);
    }
  });
}

}  // namespace heddle::pass
