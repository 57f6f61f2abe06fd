#ifndef REHEARSAL_PLATFORM_H
#define REHEARSAL_PLATFORM_H

// What Glibc's Swift module leaves out: epoll's header, accept4, and requests that are C macros with arguments.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/ioctl.h>

/// `accept4(2)` with `SOCK_NONBLOCK | SOCK_CLOEXEC`.
int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length);

/// Bytes that were sent and are not yet acknowledged (`SIOCOUTQ`), or -1.
int rehearsal_unacknowledged(int socket);
#endif

#endif
