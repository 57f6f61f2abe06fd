#define _GNU_SOURCE
#include "CRehearsalPlatform.h"

#include <spawn.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>

// Declared in crt_externs.h, which not every SDK has.
extern char ***_NSGetEnviron(void);

int rehearsal_executable_path(char *path, unsigned size) { return _NSGetExecutablePath(path, &size); }

char **rehearsal_environment(void) { return *_NSGetEnviron(); }
#else
#include <unistd.h>

char **rehearsal_environment(void) { return environ; }
#endif

#if defined(__GLIBC__)
#include <malloc.h>

void rehearsal_give_back_memory(void) { malloc_trim(0); }
#else
void rehearsal_give_back_memory(void) {}
#endif

short rehearsal_spawn_in_session(void) { return POSIX_SPAWN_SETSID; }

#if defined(__linux__)
#include <fcntl.h>

int rehearsal_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
#else
#include <fcntl.h>
#include <unistd.h>

// Darwin has no atomic call. A program that another thread starts between the two calls may inherit the ends.
int rehearsal_pipe(int ends[2]) {
    if (pipe(ends) != 0) return -1;
    for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    return 0;
}
#endif

#if defined(__linux__)
#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <time.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

int rehearsal_accept(int listener, struct sockaddr *address, socklen_t *length) {
    return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

ssize_t rehearsal_receive(int socket, void *buffer, size_t count) {
    return syscall(SYS_recvfrom, socket, buffer, count, 0, (void *)0, (void *)0);
}

ssize_t rehearsal_send(int socket, const void *buffer, size_t count, int flags) {
    return syscall(SYS_sendto, socket, buffer, count, flags, (void *)0, 0);
}

int rehearsal_epoll_wait(int poller, struct epoll_event *events, int count, int waits) {
    return syscall(SYS_epoll_pwait, poller, events, count, waits ? -1 : 0, (void *)0, 0);
}

int rehearsal_create_timer(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

void rehearsal_set_timer(int timer, long long instant) {
    struct itimerspec time = {.it_value = {.tv_sec = instant / 1000000000, .tv_nsec = instant % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

int rehearsal_unacknowledged(int socket) {
    int count = -1;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

long long rehearsal_since_last_data(int socket) {
    struct tcp_info information;
    socklen_t size = sizeof information;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &information, &size) != 0) return -1;
    return information.tcpi_last_data_recv;
}

int rehearsal_peer(int socket) {
    struct pollfd request = {.fd = socket, .events = POLLRDHUP};
    if (poll(&request, 1, 0) <= 0) return 0;
    if (request.revents & (POLLHUP | POLLERR)) return 2;
    return request.revents & POLLRDHUP ? 1 : 0;
}

int rehearsal_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }
#endif
