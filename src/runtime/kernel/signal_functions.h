// libc's functions about signals, as the target sees them: -1 and errno on failure, or an error number for pthreads'.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <time.h>

namespace heddle::runtime {

[[nodiscard]] inline long argument(const void* pointer) { return reinterpret_cast<long>(pointer); }

// The system call of a function that does no more than that.
int signal_function(long number, const void* caller, long first = 0, long second = 0, long third = 0, long fourth = 0);

int thread_kill(pthread_t handle, int signal, const void* caller);
int thread_queue(pthread_t handle, int signal, sigval value, const void* caller);
int signal_mask(int how, const sigset_t* set, sigset_t* before, const void* caller);
int raise_signal(int signal, const void* caller);
int queue_signal(pid_t process, int signal, sigval value, const void* caller);
int signal_handler(int signal, const struct sigaction* action, struct sigaction* before, const void* caller);
sighandler_t simple_signal_handler(int signal, sighandler_t handler, int flags, const void* caller);
int pending_signals(sigset_t* to, const void* caller);
int wait_for_signal(const sigset_t* set, int* signal, const void* caller);
int timed_wait_for_signal(const sigset_t* set, siginfo_t* info, const timespec* timeout, const void* caller);
int make_timer(clockid_t clock, const sigevent* event, timer_t* timer, const void* caller);

}  // namespace heddle::runtime
