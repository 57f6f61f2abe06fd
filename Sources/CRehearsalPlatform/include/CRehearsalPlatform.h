#ifndef REHEARSAL_PLATFORM_H
#define REHEARSAL_PLATFORM_H

/// The environment variables of this process as `NAME=value`, ended by NULL. Swift 6 cannot access the C global.
char **rehearsal_environment(void);

#if defined(__APPLE__)
/// Writes the path of this program, which may contain links, to a buffer (`_NSGetExecutablePath`); returns 0, or -1 if the
/// buffer is too small. The C function is in a module that Swift's Darwin does not contain.
int rehearsal_executable_path(char *path, unsigned size);
#endif

/// Releases freed memory that the allocator caches to the system (`malloc_trim(3)`). It has an effect only with glibc.
void rehearsal_give_back_memory(void);

/// Begins to load the first 320 bytes from an address into the caches of the processor, and does not wait. The address
/// need not be valid.
static inline void rehearsal_prefetch(const void *start) {
    for (int offset = 0; offset < 320; offset += 64) __builtin_prefetch((const char *)start + offset);
}

/// Reads and writes a number that one thread writes and others read. What the writer did before a write is visible to a
/// thread that reads the new number. If the writer takes a lock of the kernel after a write, the number is visible to a
/// thread that sees what the writer did under the lock.
static inline long long rehearsal_load(const long long *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void rehearsal_store(long long *number, long long value) {
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

/// `POSIX_SPAWN_SETSID`: the spawned program leads its own session.
short rehearsal_spawn_in_session(void);

/// `pipe(2)` with ends that spawned programs do not inherit.
int rehearsal_pipe(int ends[2]);

// Declarations missing from Glibc's Swift module: epoll's header, accept4, and requests that are function-like macros.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/ioctl.h>

/// `accept4(2)` with `SOCK_NONBLOCK | SOCK_CLOEXEC`.
int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length);

/// `recv(2)` and `send(2)` that are not cancellation points, because this process cancels no threads. glibc's functions
/// are slower, because they support cancellation.
ssize_t rehearsal_receive(int socket, void *buffer, size_t count);
ssize_t rehearsal_send(int socket, const void *buffer, size_t count, int flags);

/// `epoll_wait(2)`, which waits if its last argument is not 0. It is not a cancellation point.
int rehearsal_epoll_wait(int poller, struct epoll_event *events, int count, int waits);

/// A timer on the monotonic clock (`timerfd_create(2)`) that a read does not wait for, or -1.
int rehearsal_create_timer(void);

/// Sets a timer to an instant in nanoseconds, which must be positive; it expires at once if that is past.
void rehearsal_set_timer(int timer, long long instant);

/// The number of sent bytes that the peer has not acknowledged (`SIOCOUTQ`), or -1.
int rehearsal_unacknowledged(int socket);

/// The milliseconds since the kernel last received data on a socket (`tcpi_last_data_recv`), or -1.
long long rehearsal_since_last_data(int socket);

/// Makes this process the parent of orphaned descendants (`PR_SET_CHILD_SUBREAPER`); returns 0, or -1.
int rehearsal_adopt_orphans(void);

/// Returns 1 if the peer has sent FIN, 2 if it has sent RST, otherwise 0; without reading from the socket.
int rehearsal_peer(int socket);
#endif

#endif
