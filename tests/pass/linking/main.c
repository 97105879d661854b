int in_archive(void);
int in_shared(void);
int main_counter;
int main(void) { return in_archive() + in_shared() + ++main_counter == 3 ? 0 : 1; }
