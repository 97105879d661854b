# x86-64 Linux: what the hooks of instrumented code go on to. See arch.h.
        .text

# From here on the frames lie on the side stack (side_stack.h), or where there is none, where they are. At its end the
# target's stack pointer is kept; below it are its return address once more, and the first frame's rbp, for those who
# walk frames.
        .macro  enter_side_stack
        movq    heddle_side_stack(%rip), %r11
        testq   %r11, %r11
        jne     1f
        movq    %rsp, %r11
1:      leaq    -8(%r11), %r11
        xchgq   %r11, %rsp
        .cfi_def_cfa r11, 8
        movq    %r11, (%rsp)
        pushq   (%r11)
        pushq   %rbp
        movq    %rsp, %rbp
        .cfi_escape 0x0f, 5, 0x76, 16, 0x06, 0x23, 8    # the frame ends at what is at rbp + 16, plus 8 ...
        .cfi_escape 0x10, 6, 2, 0x76, 0                 # ... and the caller's rbp is at rbp
        .endm
        .macro  leave_side_stack
        popq    %rbp
        .cfi_remember_state
        .cfi_escape 0x0f, 5, 0x77, 8, 0x06, 0x23, 8     # at rsp + 8
        .cfi_same_value rbp
        movq    8(%rsp), %rsp
        .cfi_def_cfa rsp, 8
        .endm

# Of the vector registers, which most calls do not keep: what is ours in them could be seen, where others save them all.
        .macro  clear_vectors
        .irp    index, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        pxor    %xmm\index, %xmm\index
        .endr
        .endm

# In the convention of the hooks' callers: all general registers but r11 are kept. The called function keeps rbx and r12
# to r15 itself; while heddle_hooks_watched is not 0 they are on the stack, too, with the others as HookRegisters
# (arch_x86_64.h), and heddle_hook_registers points there.
        .macro  begin_function name
        .globl  \name
        .hidden \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        .endm
        .macro  begin_hook name
        begin_function \name
        enter_side_stack
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
        leave_side_stack
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
        clear_vectors
        return_to_target
9:      show_registers
        subq    $8, %rsp                # aligned
        callq   \function
        clear_vectors
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

# Those of usual sizes, where the near ones (near_hooks_x86_64.S) have to ask: most of it is noted, or can be noted, at
# once. What is asked keeps all registers (hooks.cpp).
        .macro  sized_hook name, note
        .globl  \name
        .type   \name, @function
        .p2align 4
\name:
        .cfi_startproc
        movq    heddle_accesses@GOTPCREL(%rip), %r11
        cmpl    $0, 4(%r11)             # left
        js      heddle_access_event
        movq    heddle_side_stack(%rip), %r11
        testq   %r11, %r11
        je      5f
        # What enter_side_stack does, but for a frame: nobody looks for one there.
        xchgq   %rsp, %r11
        pushq   %r11
        .cfi_remember_state
        .cfi_escape 0x0f, 0x05, 0x77, 0x00, 0x06, 0x23, 0x08  # the frame: where what lies at rsp points to, and 8
        callq   \note
        popq    %rsp
        .cfi_restore_state
        cmpb    $0, heddle_is_noted(%rip)
        je      heddle_access_event
        ret
5:      subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        callq   \note
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        cmpb    $0, heddle_is_noted(%rip)
        je      heddle_access_event
        ret
        end_hook \name
        .endm
        .irp    bytes, 1, 2, 4, 8, 16
        sized_hook heddle_access_read\bytes, heddle_note_read\bytes
        sized_hook heddle_access_write\bytes, heddle_note_write\bytes
        .endr

# Of the registers that a call does not keep: what is ours in them could be seen, too.
        .macro  clear_registers
        .irp    register, eax, ecx, edx, esi, edi, r8d, r9d, r10d, r11d
        xorl    %\register, %\register
        .endr
        clear_vectors
        .endm

# On the side stack already, and the way back is the caller's.
# void heddle_run_aside(void (*function)(...) /* rax */, its arguments)
        begin_function heddle_run_aside
        subq    $8, %rsp
        .cfi_def_cfa_offset 16
        callq   *%rax
        clear_registers
        addq    $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        end_hook heddle_run_aside

# void heddle_call_aside(void (*function)(...) /* rdi */, its arguments /* rsi, rdx, rcx, r8 */)
        .set    SIDE_STACK_SIZE, 65536
        begin_function heddle_call_aside
        testq   %rdi, %rdi
        je      2f
        movq    %rdi, %rax
        movq    %rsi, %rdi
        movq    %rdx, %rsi
        movq    %rcx, %rdx
        movq    %r8, %rcx
        movq    heddle_side_stack(%rip), %r11
        subq    %rsp, %r11
        cmpq    $SIDE_STACK_SIZE, %r11
        jae     3f
        jmpq    *%rax                   # we are there
3:      enter_side_stack
        callq   heddle_run_aside
        leave_side_stack
        ret
        .cfi_restore_state
        .cfi_def_cfa rsp, 8
        .cfi_same_value rbp
2:      clear_registers
        ret
        end_hook heddle_call_aside

        .section .note.GNU-stack, "", @progbits
