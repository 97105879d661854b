// COMPILER: g++
extern int balance;

void deposit_by_gcc() { ++balance; }
