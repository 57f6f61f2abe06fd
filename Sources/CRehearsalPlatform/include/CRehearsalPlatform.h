#ifndef REHEARSAL_PLATFORM_H
#define REHEARSAL_PLATFORM_H

/// The variables of this process as `NAME=value`, ended by NULL: the C global cannot be named in Swift 6.
char **rehearsal_environment(void);

/// Gives back to the system what has been freed and is kept for the next time (`malloc_trim(3)`), where that is glibc's way.
void rehearsal_give_back_memory(void);

/// `POSIX_SPAWN_SETSID`: has a program that is started lead a session of its own.
short rehearsal_spawn_in_session(void);

/// `pipe(2)` whose ends no program that is started inherits.
int rehearsal_pipe(int ends[2]);

// What Glibc's Swift module leaves out: epoll's header, accept4, and requests that are C macros with arguments.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/ioctl.h>

/// `accept4(2)` with `SOCK_NONBLOCK | SOCK_CLOEXEC`.
int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length);

/// `recv(2)` and `send(2)` without being points at which a thread could be cancelled: nothing here cancels threads, and
/// glibc's own calls pay for the possibility twice a request.
ssize_t rehearsal_receive(int socket, void *buffer, size_t count);
ssize_t rehearsal_send(int socket, const void *buffer, size_t count, int flags);

/// `epoll_wait(2)` with a timeout in nanoseconds, negative for none: to the millisecond, timers would come late in bunches.
/// Before Linux 5.11 it is rounded up to milliseconds.
int rehearsal_epoll_wait(int poller, struct epoll_event *events, int count, long long nanoseconds);

/// Bytes that were sent and are not yet acknowledged (`SIOCOUTQ`), or -1.
int rehearsal_unacknowledged(int socket);

/// Milliseconds since the kernel received the last data on a socket (`tcpi_last_data_recv`), or -1.
long long rehearsal_since_last_data(int socket);

/// Makes this process the parent of what its descendants leave behind (`PR_SET_CHILD_SUBREAPER`); 0, or -1.
int rehearsal_adopt_orphans(void);

/// Whether the peer has said FIN (1) or RST (2), or neither (0), asked without reading from it.
int rehearsal_peer(int socket);
#endif

#endif
