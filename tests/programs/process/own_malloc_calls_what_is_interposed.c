// A malloc of the program's own calls functions that heddle stands before, from the first allocation on, which the
// loader makes.
// CHECK: passes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kHeader = 16, kPage = 4096 };

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_ready = 0;
static char* next = NULL;
static char* end = NULL;

// In the middle of it libc and loader allocate.
static void set_up(void) {
  is_ready = 1;
  const int error = pthread_key_create(&key, NULL);
  assert(error == 0);
}

static void* more(size_t size) {
  const size_t whole = (size + (1 << 20)) / kPage * kPage;
  next = (char*)syscall(SYS_mmap, NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  end = next + whole;
  return next;
}

void* aligned_alloc(size_t alignment, size_t size) {
  if (!is_ready) set_up();
  const size_t unit = alignment < kHeader ? kHeader : alignment;
  pthread_mutex_lock(&lock);
  const size_t needed = kHeader + size + 2 * unit;
  if (next == NULL || (size_t)(end - next) < needed) more(needed);
  char* block = (char*)(((uintptr_t)next + kHeader + unit - 1) / unit * unit);
  next = block + size;
  pthread_mutex_unlock(&lock);
  memcpy(block - sizeof size, &size, sizeof size);
  return block;
}

size_t malloc_usable_size(void* block) {
  size_t size = 0;
  if (block != NULL) memcpy(&size, (char*)block - sizeof size, sizeof size);
  return size;
}

void* malloc(size_t size) { return aligned_alloc(kHeader, size); }
void* memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
void* calloc(size_t count, size_t size) { return malloc(count * size); }
void free(void* block) { (void)block; }

int posix_memalign(void** block, size_t alignment, size_t size) {
  *block = aligned_alloc(alignment, size);
  return 0;
}

void* realloc(void* block, size_t size) {
  void* moved = malloc(size);
  const size_t before = malloc_usable_size(block);
  if (block != NULL) memcpy(moved, block, before < size ? before : size);
  return moved;
}

static int* shared = NULL;

static void* add(void* argument) {
  int* own = malloc(sizeof *own);
  *own = 1;
  __atomic_fetch_add(shared, *own, __ATOMIC_SEQ_CST);
  free(own);
  return argument;
}

int main(void) {
  shared = calloc(1, sizeof *shared);
  pthread_t threads[2];
  for (int index = 0; index < 2; ++index) {
    const int error = pthread_create(&threads[index], NULL, add, NULL);
    assert(error == 0);
  }
  for (int index = 0; index < 2; ++index) pthread_join(threads[index], NULL);
  assert(*shared == 2);
  return 0;
}
