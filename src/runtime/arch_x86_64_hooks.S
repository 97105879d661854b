# x86-64 Linux: what the hooks of instrumented code go on to. See arch.h.
        .text

# In the convention of the hooks' callers: all general registers but r11 are kept. The called function keeps rbx and r12
# to r15 itself; while heddle_hooks_watched is not 0 they are on the stack, too, with the others as HookRegisters
# (arch_x86_64.h), and heddle_hook_registers points there.
        .macro  begin_hook name
        .globl  \name
        .hidden \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        .irp    register, rax, rcx, rdx, rsi, rdi, r8, r9, r10
        pushq   %\register
        .endr
        cmpb    $0, heddle_hooks_watched(%rip)
        jne     9f
        .endm
        .macro  show_registers
        .irp    register, rbx, r12, r13, r14, r15
        pushq   %\register
        .endr
        movq    %rsp, heddle_hook_registers(%rip)
        .endm
        .macro  return_to_target
        leaq    -64(%rbp), %rsp
        .irp    register, r10, r9, r8, rdi, rsi, rdx, rcx, rax
        popq    %\register
        .endr
        popq    %rbp
        .cfi_remember_state
        .cfi_def_cfa rsp, 8
        ret
        .cfi_restore_state
        .endm
        .macro  end_hook name
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro  hook name, function
        begin_hook \name
        callq   \function
        return_to_target
9:      show_registers
        subq    $8, %rsp                # aligned
        callq   \function
        return_to_target
        end_hook \name
        .endm
        hook    heddle_range_event, heddle_range_access
        hook    heddle_frame_end_event, heddle_variable_end
        hook    heddle_enter_event, heddle_function_entered
        hook    heddle_leave_event, heddle_function_left
        hook    heddle_atomic_event, heddle_atomic_access
        hook    heddle_cas_event, heddle_compare_exchange
        hook    heddle_fence_event, heddle_fence_passed

# The hook of a single access keeps the vector registers, too (preserve_all). Which part of them the caller uses depends
# on what the target is compiled for: all that the processor has is kept, at the lower end of the frame.
        .macro  each_vector operation, class, bytes
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        \operation \class, \index, (\bytes * \index)
        .endr
        .endm
        .macro  save class, index, offset
        .ifc    \class, ymm
        vmovups %ymm\index, \offset(%rsp)
        .else
        movups  %xmm\index, \offset(%rsp)
        .endif
        .endm
        .macro  restore class, index, offset
        .ifc    \class, ymm
        vmovups \offset(%rsp), %ymm\index
        .else
        movups  \offset(%rsp), %xmm\index
        .endif
        .endm

        begin_hook heddle_access_event
        subq    $512, %rsp
3:      cmpb    $0, heddle_wide_vectors(%rip)
        je      1f
        each_vector save, ymm, 32
        vzeroupper
        callq   heddle_single_access
        each_vector restore, ymm, 32
        jmp     2f
1:      each_vector save, xmm, 16
        callq   heddle_single_access
        each_vector restore, xmm, 16
2:      return_to_target
9:      show_registers
        subq    $520, %rsp
        jmp     3b
        end_hook heddle_access_event

        .section .note.GNU-stack, "", @progbits
