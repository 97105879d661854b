// COMPILER: g++
int balance;

void deposit() { ++balance; }
