// A library's constructor that creates a thread is part of every execution.
// CHECK: passes
// LIBRARY: lib.cpp
int answer();

int main() { return answer() == 42 ? 0 : 1; }
