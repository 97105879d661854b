// EVENTS: read flag 4
// EVENTS: read flag 4
// EVENTS: write flag 4
volatile int flag;
int main(void) {
  (void)flag;
  (void)flag;
  flag = 0;
  return 0;
}
