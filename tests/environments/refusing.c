// refusing WORD COMMAND...: runs a command as some containers do.
//
//   EPERM, ENOSYS  personality, userfaultfd and Syscall User Dispatch fail with this error
//   ENOSPC         files can be written, but not kept: the disk is full
//   DISK=SIZE      the working directory is a disk of this size
//   HIDE=FOLDER    this folder is empty
//   THREADS        no thread can be created, as where their number is limited
//   STACK=KIB, ADDRESS=KIB, DATA=KIB, FILE=KIB, OPEN=COUNT
//                  as after ulimit -s, -v, -d, -f, -n
//   FREE           nothing is refused
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kSetSyscallUserDispatch = 59 };

static int filter(struct sock_filter* steps, unsigned short count) {
  const struct sock_fprog program = {count, steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int refuse_features(unsigned error) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_userfaultfd, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kSetSyscallUserDispatch, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return filter(steps, sizeof steps / sizeof steps[0]);
}

// Some file systems accept what is written and tell only here that they could not keep it.
static int refuse_to_keep(void) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fsync, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSPC),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return filter(steps, sizeof steps / sizeof steps[0]);
}

// By a filter, since the limit does not hold for root. clone3 is not there, so that the flags are where a filter sees
// them.
static int refuse_threads(void) {
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 2, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN),
  };
  return filter(steps, sizeof steps / sizeof steps[0]);
}

static int set_limit(int resource, const char* value, rlim_t unit) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return 0;
  limit.rlim_cur = strtoul(value, NULL, 10) * unit;
  return setrlimit(resource, &limit) == 0;
}

static int write_text(const char* path, const char* text) {
  const int file = open(path, O_WRONLY);
  const int written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return written;
}

// In namespaces of its own, where everybody may mount.
static int mount_memory(const char* folder, const char* options) {
  char map[64];
  char groups[64];
  snprintf(map, sizeof map, "0 %u 1", getuid());
  snprintf(groups, sizeof groups, "0 %u 1", getgid());
  return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/uid_map", map) && write_text("/proc/self/gid_map", groups) &&
         mount("none", folder, "tmpfs", 0, options) == 0;
}

static int use_small_disk(const char* size) {
  char options[64];
  char folder[4096];
  snprintf(options, sizeof options, "size=%s", size);
  return getcwd(folder, sizeof folder) != NULL && mount_memory(folder, options) && chdir(folder) == 0;
}

static int apply(const char* word) {
  if (strncmp(word, "DISK=", 5) == 0) return use_small_disk(word + 5);
  if (strncmp(word, "HIDE=", 5) == 0) return mount_memory(word + 5, "size=64k");
  if (strncmp(word, "STACK=", 6) == 0) return set_limit(RLIMIT_STACK, word + 6, 1024);
  if (strncmp(word, "ADDRESS=", 8) == 0) return set_limit(RLIMIT_AS, word + 8, 1024);
  if (strncmp(word, "DATA=", 5) == 0) return set_limit(RLIMIT_DATA, word + 5, 1024);
  if (strncmp(word, "FILE=", 5) == 0) return set_limit(RLIMIT_FSIZE, word + 5, 1024);
  if (strncmp(word, "OPEN=", 5) == 0) return set_limit(RLIMIT_NOFILE, word + 5, 1);
  if (strcmp(word, "THREADS") == 0) return refuse_threads();
  if (strcmp(word, "ENOSPC") == 0) return refuse_to_keep();
  if (strcmp(word, "EPERM") == 0) return refuse_features(EPERM);
  if (strcmp(word, "ENOSYS") == 0) return refuse_features(ENOSYS);
  return strcmp(word, "FREE") == 0;
}

int main(int argc, char** argv) {
  if (argc < 3 || !apply(argv[1])) {
    fprintf(stderr, "refusing: cannot set up %s\n", argc < 2 ? "" : argv[1]);
    return 126;
  }
  execvp(argv[2], argv + 2);
  perror(argv[2]);
  return 127;
}
