// A thread made by the pthread_create that is in libc, as allocators do it for threads of their own.
// UNSUPPORTED: a thread made by clone, or by a pthread_create that was looked up in libc
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  void* libc = dlopen("libc.so.6", RTLD_LAZY);
  if (libc == NULL) return 1;
  *(void**)&create = dlsym(libc, "pthread_create");
  pthread_t thread;
  if (create == NULL || create(&thread, NULL, nothing, NULL) != 0) return 1;
  return pthread_join(thread, NULL);
}
