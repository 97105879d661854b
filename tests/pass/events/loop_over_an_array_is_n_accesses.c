// A local variable that nobody else can see makes no events.
// EVENTS: read table[] 4
// EVENTS: read table[] 4
// EVENTS: read table[] 4
// EVENTS: read table[] 4
// EVENTS: write sum 4
int table[4];
int sum;
int main(void) {
  int local = 0;
  for (int i = 0; i < 4; ++i) {
    local += table[i];
  }
  sum = local;
  return 0;
}
