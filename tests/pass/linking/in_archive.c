int archive_counter;
int in_archive(void) { return ++archive_counter; }
