// EVENTS: read counter 4
// EVENTS: write counter 4
int counter;
int main(void) {
  counter++;
  return 0;
}
