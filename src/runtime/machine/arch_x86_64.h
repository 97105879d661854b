// x86-64 Linux.
#pragma once

#include <ucontext.h>

#include <cstdint>

#include "runtime/machine/arch.h"

namespace heddle::runtime {

// A system call from inside the runtime's text: never dispatched. Returns -errno on failure.
inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;  // NOLINT(cppcoreguidelines-init-variables): written by the instruction
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

// Whether vector registers have upper halves, and the kernel saves them.
inline bool has_wide_vectors() {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  std::uint32_t d = 0;
  asm volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  constexpr std::uint32_t kSavedByKernel = 1U << 27U;
  constexpr std::uint32_t kAvx = 1U << 28U;
  if ((c & kSavedByKernel) == 0 || (c & kAvx) == 0) {
    return false;
  }
  std::uint32_t saved = 0;
  asm volatile("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  constexpr std::uint32_t kVectors = 6;
  return (saved & kVectors) == kVectors;
}

// As heddle_range_event and the others push them, on the side stack. r11 belongs to the hook.
struct HookRegisters {
  std::uint64_t r15, r14, r13, r12, rbx, r10, r9, r8, rdi, rsi, rdx, rcx, rax, rbp;
  std::uintptr_t return_address;
  std::uintptr_t target_stack;  // where the hook's call has put it
};
inline void set_instruction(ucontext_t& context, std::uintptr_t instruction) {
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(instruction);
}
inline std::uintptr_t stack_of(const HookRegisters& registers) {
  return registers.target_stack + sizeof registers.return_address;
}
// Below them, where the hook is that of a single access. More of the vector registers (512 bits, masks) no caller of
// preserve_all expects to be kept.
inline const std::uint64_t* vectors_of(const HookRegisters& registers) {
  return reinterpret_cast<const std::uint64_t*>(reinterpret_cast<std::uintptr_t>(&registers) - 520);
}

// Rounding and the like of both floating-point units; not the flags that say what has happened.
inline std::uint64_t floating_point_modes() {
  std::uint32_t vector_control = 0;
  std::uint16_t x87_control = 0;
  asm volatile("stmxcsr %0; fnstcw %1" : "=m"(vector_control), "=m"(x87_control));
  constexpr std::uint32_t kStatusFlags = 0x3f;
  return (std::uint64_t{x87_control} << 32U) | (vector_control & ~kStatusFlags);
}

inline std::size_t vectors_size() { return heddle_wide_vectors != 0 ? 512 : 256; }

// Of the registers that a function keeps, the numbers in unwind tables: rbx, rbp, r12 to r15.
inline constexpr int kKeptRegisters[] = {3, 6, 12, 13, 14, 15};

// The thread pointer is the first word it points to (the ABI's self pointer): no FSGSBASE needed for reading.
inline std::uintptr_t thread_pointer() {
  std::uintptr_t value;  // NOLINT(cppcoreguidelines-init-variables)
  asm volatile("movq %%fs:0, %0" : "=r"(value));
  return value;
}

// To whoever unwinds, this function was called by nobody: what it calls cannot throw past it.
[[gnu::always_inline]] inline void end_unwinding_here() { asm volatile(".cfi_undefined rip"); }

// Calls the function on the stack that ends at `end`, which is 8 more than a multiple of 16; there the stack pointer is
// kept. Nothing is written below it where it is now.
[[gnu::always_inline]] inline void call_on_stack(void (*function)(void*), void* argument, std::uintptr_t end) {
  asm volatile(
      "movq %%rsp, %%r12\n\t"
      "movq %%r12, -8(%[end])\n\t"
      "leaq -8(%[end]), %%rsp\n\t"
      "callq heddle_run_aside\n\t"
      "movq %%r12, %%rsp"
      : "+a"(function), "+D"(argument), [end] "+c"(end)
      :
      : "r12", "rdx", "rsi", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
        "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

inline std::uintptr_t stack_pointer() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }
// Below the whole frame.
[[gnu::always_inline]] inline std::uintptr_t lowest_stack_pointer() {
  std::uintptr_t value;  // NOLINT(cppcoreguidelines-init-variables): written by the instruction
  asm volatile("movq %%rsp, %0" : "=r"(value));
  return value;
}

// Makes `context` call `entry` on the stack that ends at `stack_top` when it is switched to.
inline void prepare_context(Context& context, std::uintptr_t stack_top, void (*entry)()) {
  auto* stack = reinterpret_cast<std::uint64_t*>(stack_top & ~std::uintptr_t{15});
  *--stack = 0;
  *--stack = 0;  // heddle_context_entry starts with a 16-byte aligned stack
  *--stack = reinterpret_cast<std::uint64_t>(&heddle_context_entry);
  *--stack = 0;                                       // rbp: end of the frame chain
  *--stack = reinterpret_cast<std::uint64_t>(entry);  // rbx
  for (int index = 0; index < 4; ++index) {
    *--stack = 0;  // r12 .. r15
  }
  // A new thread inherits the rounding modes of its creator, as the kernel does it.
  *--stack = floating_point_modes();
  context.stack_pointer = reinterpret_cast<std::uintptr_t>(stack);
}

// The frame where a parked context will continue: for reports.
inline std::uintptr_t resume_frame(const Context& context) {
  return reinterpret_cast<const std::uint64_t*>(context.stack_pointer)[6];
}

// The registers of an interrupted context: the instruction, the stack, the frame.
inline std::uintptr_t instruction_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
inline std::uintptr_t stack_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
}
inline void set_stack(ucontext_t& context, std::uintptr_t stack) {
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(stack);
}
inline std::uintptr_t frame_of(const ucontext_t& context) {
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RBP]);
}

inline constexpr std::size_t kSystemCallSize = 2;
inline bool is_system_call(const unsigned char* code) { return code[0] == 0x0f && code[1] == 0x05; }

// A dispatched system call's arguments and result.
struct SystemCallFrame {
  long number;
  long arguments[6];
};
inline SystemCallFrame system_call_of(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  return {.number = static_cast<long>(registers[REG_RAX]),
          .arguments = {static_cast<long>(registers[REG_RDI]), static_cast<long>(registers[REG_RSI]),
                        static_cast<long>(registers[REG_RDX]), static_cast<long>(registers[REG_R10]),
                        static_cast<long>(registers[REG_R8]), static_cast<long>(registers[REG_R9])}};
}
inline long result_of(const ucontext_t& context) { return static_cast<long>(context.uc_mcontext.gregs[REG_RAX]); }
inline void set_result(ucontext_t& context, long result) { context.uc_mcontext.gregs[REG_RAX] = result; }

// Of a system call of libc, by what stands behind it: whether its result is returned right there, as by functions that
// have no frame. Then what is on top of the stack is who called them; else it may be anything.
inline bool returns_at_once(std::uintptr_t behind_call) {
  const auto* code = reinterpret_cast<const unsigned char*>(behind_call);
  constexpr unsigned char kReturn = 0xc3;
  if (code[0] != 0x48 || code[1] != 0x3d) {  // cmp $error, %rax
    return code[0] == kReturn;
  }
  if (code[6] == 0x73 || code[6] == 0x77) {  // jae, ja
    return code[8] == kReturn;
  }
  return code[6] == 0x0f && (code[7] == 0x83 || code[7] == 0x87) && code[12] == kReturn;
}

// The bytes of the instruction there if it reads the time stamp counter (rdtsc, rdtscp), else 0.
inline std::size_t time_stamp_instruction(std::uintptr_t instruction) {
  constexpr std::uintptr_t kEndOfUserMemory = std::uintptr_t{1} << 47U;
  if (instruction >= kEndOfUserMemory) {
    return 0;
  }
  const auto* code = reinterpret_cast<const unsigned char*>(instruction);
  if (code[0] != 0x0f) {
    return 0;
  }
  if (code[1] == 0x31) {
    return 2;
  }
  return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0;
}
// Goes on behind an instruction of so many bytes, as if it had read this.
inline void set_time_stamp(ucontext_t& context, std::size_t size, std::uint64_t stamp) {
  auto& registers = context.uc_mcontext.gregs;
  registers[REG_RAX] = static_cast<greg_t>(stamp & 0xffffffffU);
  registers[REG_RDX] = static_cast<greg_t>(stamp >> 32U);
  if (size == 3) {
    registers[REG_RCX] = 0;  // rdtscp also tells the processor
  }
  registers[REG_RIP] += static_cast<greg_t>(size);
}

}  // namespace heddle::runtime
