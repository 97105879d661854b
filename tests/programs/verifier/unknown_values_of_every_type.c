// Every type has its function: the values are in its range, and a choice is made by each.
// CHECK: passes
#include <assert.h>
#include <stddef.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void* __VERIFIER_nondet_pointer(void);
extern void __VERIFIER_nondet_memory(void*, size_t);

static long long kept;

int main(void) {
  kept += __VERIFIER_nondet_bool() + __VERIFIER_nondet_char() + __VERIFIER_nondet_uchar();
  kept += __VERIFIER_nondet_short() + __VERIFIER_nondet_ushort();
  assert(kept >= -128 - 32768 && kept <= 1 + 127 + 255 + 32767 + 65535);
  unsigned half = __VERIFIER_nondet_uint() / 2 + __VERIFIER_nondet_ulong() % 2 + __VERIFIER_nondet_size_t() % 2;
  assert(half <= (unsigned)-1 / 2 + 2);
  long number = __VERIFIER_nondet_long();
  assert((number < 0) == (__int128)number < 0);
  __int128 wide = __VERIFIER_nondet_int128();
  unsigned __int128 wider = __VERIFIER_nondet_uint128();
  assert(wide != wide + 1 && wider != wider + 1);
  double fraction = __VERIFIER_nondet_double() + __VERIFIER_nondet_float();
  assert(fraction < 1 || fraction >= 1 || fraction != fraction);
  char* block = __VERIFIER_nondet_pointer();
  assert(block == NULL || *block == 0);
  char bytes[4] = "abc";
  __VERIFIER_nondet_memory(bytes, sizeof bytes);
  assert(bytes[0] == bytes[3]);
  return 0;
}
