static int counter;

struct Reset {
  Reset() { counter = 0; }
} reset;

extern "C" int add() { return ++counter; }
