# x86-64 Linux: context switch, signal return. See arch.h.
        .text

# A saved context (arch.h), upwards from its stack pointer: MXCSR and x87 control word, r15, r14, r13, r12, rbx, rbp,
# return address. rdi: where the stack pointer goes.
        .macro  save_context
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbp, 0
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset rbx, 0
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r12, 0
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r13, 0
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r14, 0
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset r15, 0
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        .endm

        .macro  restore_context
        addq    $8, %rsp
        .cfi_adjust_cfa_offset -8
        popq    %r15
        .cfi_adjust_cfa_offset -8
        .cfi_restore r15
        popq    %r14
        .cfi_adjust_cfa_offset -8
        .cfi_restore r14
        popq    %r13
        .cfi_adjust_cfa_offset -8
        .cfi_restore r13
        popq    %r12
        .cfi_adjust_cfa_offset -8
        .cfi_restore r12
        popq    %rbx
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbx
        popq    %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore rbp
        ret
        .endm

# void heddle_switch_context(Context* from /* rdi */, const Context* to /* rsi */)
# Context: 0 stack pointer, 8 thread pointer.
        .globl  heddle_switch_context
        .hidden heddle_switch_context
        .type   heddle_switch_context, @function
        .p2align 4
heddle_switch_context:
        .cfi_startproc
        save_context
        movl    (%rsp), %ecx
        movzwl  4(%rsp), %r8d
        movq    (%rsi), %rsp
        movq    8(%rsi), %rax
        cmpb    $0, heddle_slow_thread_pointer(%rip)
        jne     3f
        wrfsbase %rax
        # Loading the control words costs more than comparing them, and they rarely differ.
1:      cmpl    %ecx, (%rsp)
        je      2f
        ldmxcsr (%rsp)
2:      cmpw    %r8w, 4(%rsp)
        je      4f
        fldcw   4(%rsp)
4:      .cfi_remember_state
        restore_context
        .cfi_restore_state
3:      movq    %rax, %rsi              # arch_prctl(ARCH_SET_FS, thread pointer)
        movl    $0x1002, %edi
        movl    $158, %eax
        syscall
        jmp     5f
5:      ldmxcsr (%rsp)
        fldcw   4(%rsp)
        jmp     4b
        .cfi_endproc
        .size   heddle_switch_context, . - heddle_switch_context

# void heddle_suspend_context(Context* context /* rdi */, void (*sleep)(void*) /* rsi */, void* argument /* rdx */)
        .globl  heddle_suspend_context
        .hidden heddle_suspend_context
        .type   heddle_suspend_context, @function
        .p2align 4
heddle_suspend_context:
        .cfi_startproc
        save_context
        movq    %rdx, %rdi
        callq   *%rsi
        restore_context
        .cfi_endproc
        .size   heddle_suspend_context, . - heddle_suspend_context

# long heddle_fork(stack top /* rdi */, entry /* rsi */): memory of the stack may be shared between the two.
        .globl  heddle_fork
        .hidden heddle_fork
        .type   heddle_fork, @function
        .p2align 4
heddle_fork:
        .cfi_startproc
        movl    $57, %eax
        syscall
        testq   %rax, %rax
        jz      1f
        ret
1:      .cfi_undefined rip
        movq    %rdi, %rsp
        andq    $-16, %rsp
        xorl    %ebp, %ebp
        callq   *%rsi
        ud2
        .cfi_endproc
        .size   heddle_fork, . - heddle_fork

# long heddle_clone(stack top /* rdi */, thread pointer /* rsi */, entry /* rdx */)
        .globl  heddle_clone
        .hidden heddle_clone
        .type   heddle_clone, @function
        .p2align 4
heddle_clone:
        .cfi_startproc
        movq    %rdx, %r9
        movq    %rsi, %r8               # CLONE_SETTLS
        movq    %rdi, %rsi
        andq    $-16, %rsi
        movl    $0xd0f00, %edi          # CLONE_VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS
        xorl    %edx, %edx
        xorl    %r10d, %r10d
        movl    $56, %eax
        syscall
        testq   %rax, %rax
        jz      1f
        ret
1:      .cfi_undefined rip
        xorl    %ebp, %ebp
        callq   *%r9
        ud2
        .cfi_endproc
        .size   heddle_clone, . - heddle_clone

        .globl  heddle_call_on_stack
        .hidden heddle_call_on_stack
        .type   heddle_call_on_stack, @function
        .p2align 4
heddle_call_on_stack:
        .cfi_startproc
        pushq   %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        movq    %rdi, %rsp
        andq    $-16, %rsp
        movq    %rsi, %rax
        movl    %edx, %edi
        movq    %rcx, %rsi
        movq    %r8, %rdx
        callq   *%rax
        movq    %rbp, %rsp
        popq    %rbp
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size   heddle_call_on_stack, . - heddle_call_on_stack

# The outermost frame of every context: an unwinder stops here.
        .globl  heddle_context_entry
        .hidden heddle_context_entry
        .type   heddle_context_entry, @function
        .p2align 4
heddle_context_entry:
        .cfi_startproc
        .cfi_undefined rip
        xorl    %ebp, %ebp
        callq   *%rbx
        ud2
        .cfi_endproc
        .size   heddle_context_entry, . - heddle_context_entry

        .globl  heddle_sigaction_return
        .hidden heddle_sigaction_return
        .type   heddle_sigaction_return, @function
        .p2align 4
        nop                             # unwinders look at the byte before: it must belong to no function
heddle_sigaction_return:
        movq    $15, %rax               # rt_sigreturn: the exact bytes unwinders recognise
        syscall
        .size   heddle_sigaction_return, . - heddle_sigaction_return

# Touch a byte. A fault at the first instruction goes on at heddle_cannot.
        .globl  heddle_can_read
        .hidden heddle_can_read
        .type   heddle_can_read, @function
        .p2align 4
heddle_can_read:
        movzbl  (%rdi), %eax
        movl    $1, %eax
        ret
        .size   heddle_can_read, . - heddle_can_read

        .globl  heddle_can_write
        .hidden heddle_can_write
        .type   heddle_can_write, @function
        .p2align 4
heddle_can_write:
        lock orb $0, (%rdi)
        movl    $1, %eax
        ret
        .size   heddle_can_write, . - heddle_can_write

        .globl  heddle_cannot
        .hidden heddle_cannot
        .type   heddle_cannot, @function
        .p2align 4
heddle_cannot:
        xorl    %eax, %eax
        ret
        .size   heddle_cannot, . - heddle_cannot

        .section .note.GNU-stack, "", @progbits
