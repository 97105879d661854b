/* spin_lock.c in assembly that describes no frames. */
        .text
        .globl  enter
        .type   enter, @function
enter:
        movl    $1, %eax
        xchgl   taken(%rip), %eax
        testl   %eax, %eax
        je      taken_now
        subq    $8, %rsp
        call    sched_yield@PLT
        addq    $8, %rsp
        jmp     enter
taken_now:
        ret
        .size   enter, . - enter

        .globl  leave
        .type   leave, @function
leave:
        movl    $0, %eax
        xchgl   taken(%rip), %eax
        ret
        .size   leave, . - leave

        .bss
        .p2align 2
taken:
        .zero   4
        .section .note.GNU-stack, "", @progbits
