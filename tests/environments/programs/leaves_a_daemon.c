// Leaves a process behind that has left its parent, session and process group; as another program, so that nobody can
// tell it from others. Its last argument is the first of this one. The second says how this one goes on.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void* nothing(void* argument) { return argument; }

static void become_daemon(char* mark) {
  setsid();
  if (fork() == 0) execl("/proc/self/exe", "daemon", "--stay", mark, (char*)NULL);
  _exit(0);
}

int main(int count, char** arguments) {
  if (count > 1 && strcmp(arguments[1], "--stay") == 0) {
    for (;;) pause();
  }
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  const pid_t child = fork();
  if (child == 0) become_daemon(arguments[1]);
  waitpid(child, NULL, 0);
  if (strcmp(arguments[2], "spins") == 0) {
    for (volatile int go = 1; go;) continue;
  }
  if (strcmp(arguments[2], "aborts") == 0) abort();
  return 0;
}
