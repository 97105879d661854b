# x86-64 Linux: the hooks of single accesses (include/heddle/abi.h), in all general and vector registers but r11
# transparent. Every program and shared library that heddle's compiler links carries them itself (HEDDLE_NEAR); the runtime
# has them for those that another linked.
#
# Those of 1 to 16 bytes look at the notes of the happens-before detector (detectors/shadow.h): what the thread has noted
# already in its epoch is of no interest to anybody. Everything else goes on in heddle_access, or that of the same kind
# and size.
#ifdef HEDDLE_NEAR
#define VISIBILITY .hidden
#else
#define VISIBILITY .globl
#endif

# struct heddle_accesses_state
        .set    ON, 0
        .set    LEFT, 4
        .set    EPOCH, 8
        .set    SEEN, 16
        .set    SEEN_BEFORE, 24
        .set    SHADOW, 32
# class Shadow
        .set    CHUNK_SHIFT, 20
        .set    GROUP, 32
        .set    CHUNKS, 1 << (47 - CHUNK_SHIFT)

        .text

        .macro  begin_hook name
        .globl  \name
        VISIBILITY \name
        .type   \name, @function
#ifdef HEDDLE_NEAR
        .pushsection heddle_functions, "a", @progbits
        .p2align 2
        .long   \name - .
        .popsection
#endif
        .p2align 4
\name:
        .cfi_startproc
        movq    heddle_accesses@GOTPCREL(%rip), %r11
        cmpl    $0, ON(%r11)
        je      9f
        .endm
        .macro  end_hook name
9:      ret
        .cfi_endproc
        .size   \name, . - \name
        .endm
        .macro  go_on name
        jmpq    *heddle_access\name@GOTPCREL(%rip)
        .endm

        .macro  save register
        pushq   %\register
        .cfi_adjust_cfa_offset 8
        .endm
        .macro  restore register
        popq    %\register
        .cfi_adjust_cfa_offset -8
        .endm

# With the address in rdi and the state in r11: its notes of writes at (rax,rdi), in a group at rax + rcx; to 7 if there
# are none, or after many accesses. The program may see what lies below its stack pointer: the registers are saved there
# in any case.
        .macro  find_notes
        save    rax
        save    rcx
        subl    $1, LEFT(%r11)
        js      7f
        movq    %rdi, %rax
        shrq    $CHUNK_SHIFT, %rax
        cmpq    $CHUNKS, %rax
        jae     7f
        movq    SHADOW(%r11), %rcx
        movq    (%rcx,%rax,8), %rax
        testq   %rax, %rax
        je      7f
        movq    %rdi, %rcx
        andq    $-GROUP, %rcx
        addq    %rcx, %rax
        .endm
# Behind find_notes, whatever was found.
        .macro  is_not_noted name
7:      restore rcx
        restore rax
8:      go_on   \name
        .endm
        .macro  is_noted
        .cfi_adjust_cfa_offset 16
5:      restore rcx
        restore rax
        ret
        .endm

# All bytes of one or two words, aligned: the notes are what is shown, or they are not. A read is covered by a write, too.
        .macro  whole_words name, bytes, suffix, register, reads
        begin_hook heddle\name
        testb   $(\bytes - 1), %dil
        jne     8f
        find_notes
        .if     \reads
        mov\suffix GROUP(%rax,%rdi), \register
        cmp\suffix EPOCH(%r11), \register
        je      5f
        cmp\suffix SEEN(%r11), \register
        je      5f
        cmp\suffix SEEN_BEFORE(%r11), \register
        je      5f
        .endif
        mov\suffix (%rax,%rdi), \register
        cmp\suffix EPOCH(%r11), \register
        je      5f
        is_not_noted \name
        is_noted
        end_hook heddle\name
        .endm
        whole_words _read4, 4, l, %ecx, 1
        whole_words _write4, 4, l, %ecx, 0
        whole_words _read8, 8, q, %rcx, 1
        whole_words _write8, 8, q, %rcx, 0

# The same for four words.
        .macro  four_words name, reads
        begin_hook heddle\name
        testb   $15, %dil
        jne     8f
        find_notes
        movq    EPOCH(%r11), %rcx
        .if     \reads
        cmpq    %rcx, GROUP(%rax,%rdi)
        jne     6f
        cmpq    %rcx, GROUP+8(%rax,%rdi)
        je      5f
6:
        .endif
        cmpq    %rcx, (%rax,%rdi)
        jne     7f
        cmpq    %rcx, 8(%rax,%rdi)
        je      5f
        is_not_noted \name
        is_noted
        end_hook heddle\name
        .endm
        four_words _read16, 1
        four_words _write16, 0

# Some bytes of a word: it is the same epoch, and their bits are set.
        .macro  part_of_word name, bytes, reads
        begin_hook heddle\name
        .if     \bytes == 2
        testb   $1, %dil
        jne     8f
        .endif
        movq    %rdx, -24(%rsp)         # below what find_notes saves, which may not get to the end
        find_notes
        addq    %rdi, %rax
        movl    %edi, %ecx
        andl    $3, %ecx
        subq    %rcx, %rax              # the word
        movl    $((1 << \bytes) - 1), %edx
        shll    %cl, %edx
        orl     $-16, %edx              # what must agree
        .if     \reads
        movl    GROUP(%rax), %ecx
        cmpl    SEEN(%r11), %ecx
        je      4f
        cmpl    SEEN_BEFORE(%r11), %ecx
        je      4f
        xorl    EPOCH(%r11), %ecx
        testl   %edx, %ecx
        je      4f
        .endif
        movl    (%rax), %ecx
        xorl    EPOCH(%r11), %ecx
        testl   %edx, %ecx
        je      4f
        movq    -8(%rsp), %rdx
        is_not_noted \name
        .cfi_adjust_cfa_offset 16
4:      movq    -8(%rsp), %rdx
        .cfi_adjust_cfa_offset -16
        is_noted
        end_hook heddle\name
        .endm
        part_of_word _read1, 1, 1
        part_of_word _write1, 1, 0
        part_of_word _read2, 2, 1
        part_of_word _write2, 2, 0

# Any other size.
        .macro  any_size name
        begin_hook heddle\name
        subl    $1, LEFT(%r11)
        go_on
        end_hook heddle\name
        .endm
        any_size _read
        any_size _write

        .section .note.GNU-stack, "", @progbits
