#define _GNU_SOURCE
#include "CRehearsalPlatform.h"

#if defined(__APPLE__)
#include <crt_externs.h>

char **rehearsal_environment(void) { return *_NSGetEnviron(); }
#else
#include <unistd.h>

char **rehearsal_environment(void) { return environ; }
#endif

#if defined(__linux__)
#include <linux/sockios.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

ssize_t rehearsal_receive(int socket, void *buffer, size_t count) {
    return syscall(SYS_recvfrom, socket, buffer, count, 0, (void *)0, (void *)0);
}

ssize_t rehearsal_send(int socket, const void *buffer, size_t count, int flags) {
    return syscall(SYS_sendto, socket, buffer, count, flags, (void *)0, 0);
}

int rehearsal_unacknowledged(int socket) {
    int count = -1;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

int rehearsal_peer(int socket) {
    struct pollfd request = {.fd = socket, .events = POLLRDHUP};
    if (poll(&request, 1, 0) <= 0) return 0;
    if (request.revents & (POLLHUP | POLLERR)) return 2;
    return request.revents & POLLRDHUP ? 1 : 0;
}

int rehearsal_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }
#endif
