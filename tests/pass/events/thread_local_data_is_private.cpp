// A thread_local variable whose address goes nowhere makes no events; one that escapes does.
// EVENTS: write escaping 4
// EVENTS: read *address() 4
static thread_local int hidden;
thread_local int escaping;
__attribute__((noinline)) int* address() { return &escaping; }
int main() {
  hidden++;
  escaping = hidden;
  return *address() - 1;
}
