#include "pass/body_cloner.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::pass {

llvm::DISubprogram* copy_subprogram(llvm::DISubprogram* subprogram) {
  llvm::DISubprogram* copy = llvm::MDNode::replaceWithDistinct(subprogram->clone());
  // The retained variables belong to the original; those with a location are made anew where they are used.
  copy->replaceRetainedNodes(llvm::MDTuple::get(subprogram->getContext(), {}));
  return copy;
}

BodyCloner::BodyCloner(llvm::Function& source, llvm::Function& target) : source_(source), target_(target) {}

void BodyCloner::run() {
  if (llvm::DISubprogram* subprogram = source_.getSubprogram()) {
    llvm::DISubprogram* copy = copy_subprogram(subprogram);
    nodes_[subprogram] = copy;
    target_.setSubprogram(copy);
  }
  copy_blocks();
  for (llvm::BasicBlock& block : target_) {
    for (llvm::Instruction& instruction : block) {
      copy_debug_information(instruction);
    }
  }
}

void BodyCloner::copy_blocks() {
  for (auto [from, to] : llvm::zip_equal(source_.args(), target_.args())) {
    values_[&from] = &to;
    to.setName(from.getName());
  }
  for (llvm::BasicBlock& block : source_) {
    values_[&block] = llvm::CloneBasicBlock(&block, values_, "", &target_);
  }
  const auto flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
  for (llvm::BasicBlock& block : target_) {
    for (llvm::Instruction& instruction : block) {
      llvm::RemapDbgRecordRange(target_.getParent(), instruction.getDbgRecordRange(), values_, flags);
      llvm::RemapInstruction(&instruction, values_, flags);
    }
  }
}

void BodyCloner::copy_debug_information(llvm::Instruction& instruction) {
  llvm::at::remapAssignID(assignments_, instruction);
  for (llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
    copy_debug_record(record);
  }
  if (llvm::DILocation* location = instruction.getDebugLoc().get()) {
    instruction.setDebugLoc(map_location(location));
  }
  llvm::updateLoopMetadataDebugLocations(instruction,
                                         [&](llvm::Metadata* operand) { return map_loop_operand(operand); });
}

void BodyCloner::copy_debug_record(llvm::DbgRecord& record) {
  if (llvm::DILocation* location = record.getDebugLoc().get()) {
    record.setDebugLoc(map_location(location));
  }
  if (auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record)) {
    variable->setVariable(map_variable(variable->getVariable()));
  } else if (auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record)) {
    label->setLabel(map_label(label->getLabel()));
  }
}

llvm::DILocalScope* BodyCloner::map_scope(llvm::DILocalScope* scope) {
  if (llvm::MDNode* known = nodes_.lookup(scope)) {
    return llvm::cast<llvm::DILocalScope>(known);
  }
  auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope);
  if (block == nullptr) {
    return scope;  // another function's subprogram: code inlined from there
  }
  llvm::DILocalScope* parent = map_scope(block->getScope());
  llvm::DILocalScope* copy = scope;
  if (parent != block->getScope()) {
    auto& context = scope->getContext();
    if (auto* lexical = llvm::dyn_cast<llvm::DILexicalBlock>(block)) {
      copy = llvm::DILexicalBlock::getDistinct(context, parent, lexical->getFile(), lexical->getLine(),
                                               lexical->getColumn());
    } else {
      auto* file = llvm::cast<llvm::DILexicalBlockFile>(block);
      copy = llvm::DILexicalBlockFile::get(context, parent, file->getFile(), file->getDiscriminator());
    }
  }
  nodes_[scope] = copy;
  return copy;
}

llvm::DILocation* BodyCloner::map_location(llvm::DILocation* location) {
  if (llvm::MDNode* known = nodes_.lookup(location)) {
    return llvm::cast<llvm::DILocation>(known);
  }
  llvm::DILocation* inlined_at = location->getInlinedAt();
  llvm::DILocation* new_inlined_at = inlined_at == nullptr ? nullptr : map_location(inlined_at);
  llvm::DILocalScope* scope = map_scope(location->getScope());
  llvm::DILocation* copy = location;
  if (scope != location->getScope() || new_inlined_at != inlined_at) {
    auto& context = location->getContext();
    // A distinct location stands for one inlined call and must stay apart from all others.
    copy = location->isDistinct() ? llvm::DILocation::getDistinct(context, location->getLine(), location->getColumn(),
                                                                  scope, new_inlined_at, location->isImplicitCode())
                                  : llvm::DILocation::get(context, location->getLine(), location->getColumn(), scope,
                                                          new_inlined_at, location->isImplicitCode());
  }
  nodes_[location] = copy;
  return copy;
}

llvm::DILocalVariable* BodyCloner::map_variable(llvm::DILocalVariable* variable) {
  llvm::DILocalScope* scope = map_scope(variable->getScope());
  if (scope == variable->getScope()) {
    return variable;
  }
  return llvm::DILocalVariable::get(variable->getContext(), scope, variable->getName(), variable->getFile(),
                                    variable->getLine(), variable->getType(), variable->getArg(), variable->getFlags(),
                                    variable->getAlignInBits(), variable->getAnnotations());
}

llvm::DILabel* BodyCloner::map_label(llvm::DILabel* label) {
  llvm::DILocalScope* scope = map_scope(label->getScope());
  if (scope == label->getScope()) {
    return label;
  }
  return llvm::DILabel::get(label->getContext(), scope, label->getName(), label->getFile(), label->getLine());
}

llvm::Metadata* BodyCloner::map_loop_operand(llvm::Metadata* operand) {
  auto* location = llvm::dyn_cast_or_null<llvm::DILocation>(operand);
  return location == nullptr ? operand : map_location(location);
}

}  // namespace heddle::pass
