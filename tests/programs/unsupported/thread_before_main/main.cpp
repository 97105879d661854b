// A library's constructor that creates a thread does so before heddle has taken over.
// UNSUPPORTED: a thread created before main
// LIBRARY: lib.cpp
int answer();

int main() { return answer() == 42 ? 0 : 1; }
