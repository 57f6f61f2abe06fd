#ifndef REHEARSAL_CKQUEUE_H
#define REHEARSAL_CKQUEUE_H

// The part of <sys/event.h> of macOS that an event loop of sockets uses, so that the loop for Apple's systems runs on
// Linux. kqueue.c implements it on epoll, libkqueue.c on libkqueue, whose structure and constants are the same.
#if defined(__linux__)
#include <stdint.h>
#include <time.h>

struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};

#define EVFILT_READ (-1)
#define EVFILT_WRITE (-2)

#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_EOF 0x8000

/// Creates a queue.
int kqueue(void);

/// Applies changes, then waits for events unless `eventCount` is 0. Returns the number of events, or -1 and sets errno:
/// ENOENT for the deletion of a filter that does not exist, EINVAL for an unknown filter or flag.
int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
           const struct timespec *timeout) __asm__("rehearsal_kevent");
#endif

#endif
