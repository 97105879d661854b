// A program that knows nothing of heddle.
int main() { return 0; }
