// Ends as its argument says.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int ended = 0;

int main(int count, char** words) {
  const char* how = count > 1 ? words[1] : "";
  fprintf(stderr, "it ends by %s\n", how);
  if (strcmp(how, "assertion") == 0) {
    assert(ended != 0);
  } else if (strcmp(how, "signal") == 0) {
    raise(SIGSEGV);
  } else if (strcmp(how, "status") == 0) {
    return 3;
  } else if (strcmp(how, "fork") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      exit(5);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 5 ? 0 : 1;
  } else if (strcmp(how, "input") == 0) {
    char line[100] = "";
    return fgets(line, sizeof line, stdin) != NULL && strcmp(line, "twelve\n") == 0 ? 0 : 1;
  } else if (strcmp(how, "never") == 0) {
    for (;;) {
      pause();
    }
  }
  _exit(0);
}
