#define _GNU_SOURCE
#include "CRehearsalPlatform.h"

#if defined(__linux__)
#include <linux/sockios.h>

int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int rehearsal_unacknowledged(int socket) {
    int count = -1;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}
#endif
