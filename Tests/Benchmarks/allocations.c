// Counts what a process takes from the heap, in a file that another process maps: LD_PRELOAD this, and name the file in
// ALLOCATIONS. Linux with Glibc only.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static uint64_t before_mapping;
static uint64_t *counter = &before_mapping;

__attribute__((constructor)) static void map_counter(void) {
    const char *path = getenv("ALLOCATIONS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED) counter = page;
}

static void count(void) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return count(), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return count(), __libc_calloc(number, size); }
void *realloc(void *pointer, size_t size) { return count(), __libc_realloc(pointer, size); }
void *memalign(size_t alignment, size_t size) { return count(), __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return count(), __libc_memalign(alignment, size); }

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    count();
    *pointer = __libc_memalign(alignment, size);
    return *pointer ? 0 : ENOMEM;
}
