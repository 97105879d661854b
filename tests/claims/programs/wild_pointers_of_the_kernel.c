// Whatever system call is handed a wild pointer: the kernel says EFAULT, and the program goes on.
// COMPLETE: yes
// EXECUTIONS: 52
// LEDGER: one-thread
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <heddle/heddle.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static void check(long result) { assert(result == -EFAULT || (result == -1 && errno == EFAULT)); }

int main(void) {
  void* volatile const wild = (void*)0x3fffffff8;
  void* const p = wild;
  int pipes[2];
  int pair[2];
  assert(pipe(pipes) == 0 && write(pipes[1], "abc", 3) == 3);
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && write(pair[1], "abc", 3) == 3);
  const int set_of_files = epoll_create1(0);
  struct epoll_event ready = {.events = EPOLLIN};
  assert(epoll_ctl(set_of_files, EPOLL_CTL_ADD, pipes[0], &ready) == 0);
  const int events = eventfd(1, 0);
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  struct iovec part = {.iov_base = p, .iov_len = 3};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  sigset_t signals;
  sigemptyset(&signals);
  int word = 1;
  errno = 0;
  enum { kFirst = __COUNTER__ + 1 };
#define CALL(x)              \
  case __COUNTER__ - kFirst: \
    check(x);                \
    break;
  switch (heddle_choose(52)) {
    CALL(read(pipes[0], p, 3))
    CALL(write(pipes[1], p, 3))
    CALL(readv(pipes[0], p, 1))
    CALL(writev(pipes[1], p, 1))
    CALL(readv(pipes[0], &part, 1))
    CALL(writev(pipes[1], &part, 1))
    CALL(poll(p, 1, 0))
    CALL(select(pipes[0] + 1, p, NULL, NULL, NULL))
    CALL(epoll_wait(set_of_files, p, 1, 0))
    CALL(epoll_ctl(set_of_files, EPOLL_CTL_ADD, events, p))
    CALL(read(events, p, 8))
    CALL(write(events, p, 8))
    CALL(timerfd_settime(timer, 0, p, NULL))
    CALL(timerfd_gettime(timer, p))
    CALL(pipe(p))
    CALL(socketpair(AF_UNIX, SOCK_STREAM, 0, p))
    CALL(recv(pair[0], p, 3, 0))
    CALL(send(pair[0], p, 3, 0))
    CALL(recvmsg(pair[0], p, 0))
    CALL(sendmsg(pair[0], p, 0))
    CALL(recvmsg(pair[0], &message, 0))
    CALL(sendmsg(pair[0], &message, 0))
    CALL(bind(server, p, 16))
    CALL(connect(server, p, 16))
    CALL(getsockname(server, p, p))
    CALL(setsockopt(server, SOL_SOCKET, SO_REUSEADDR, p, 4))
    CALL(getsockopt(server, SOL_SOCKET, SO_ERROR, p, p))
    CALL(syscall(SYS_futex, p, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0))
    CALL(syscall(SYS_futex, p, FUTEX_WAKE, 1, NULL, NULL, 0))
    CALL(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, p, NULL, 0))
    CALL(nanosleep(p, NULL))
    CALL(-clock_nanosleep(CLOCK_MONOTONIC, 0, p, NULL))
    CALL(thrd_sleep(p, NULL) == -2 ? -EFAULT : 0)
    CALL(getrandom(p, 8, 0))
    CALL(getentropy(p, 8))
    CALL(sigpending(p))
    CALL(-sigwait(p, &word))
    CALL(sigwaitinfo(p, NULL))
    CALL(sigtimedwait(&signals, NULL, p))
    CALL(-pthread_sigmask(SIG_BLOCK, NULL, p))
    CALL(sigsuspend(p))
    CALL(sigaltstack(p, NULL))
    CALL(setitimer(ITIMER_REAL, p, NULL))
    CALL(getitimer(ITIMER_REAL, p))
    CALL(syscall(SYS_rt_sigaction, SIGUSR1, p, NULL, 8))
    CALL(syscall(SYS_rt_sigprocmask, SIG_BLOCK, p, NULL, 8))
    CALL(syscall(SYS_timer_create, CLOCK_REALTIME, p, p))
    CALL(syscall(SYS_clock_gettime, CLOCK_REALTIME, p))
    CALL(syscall(SYS_nanosleep, p, NULL))
    CALL(syscall(SYS_getrandom, p, 8, 0))
    CALL(open(p, O_RDONLY))
    CALL(write(STDOUT_FILENO, p, 3))
    default:
      return 1;
  }
  return 0;
}
