// Adds, without being seen.
int add_one(int number) { return number + 1; }
