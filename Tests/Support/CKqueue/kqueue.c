#if defined(__linux__) && !defined(REHEARSAL_LIBKQUEUE)
#include "CKqueue.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>

/// The filters of a descriptor. A queue has at most one filter of each kind for a descriptor.
struct filters {
    uint32_t events;
    void *reading;
    void *writing;
};

/// The filters of a queue, indexed by descriptor.
struct queue {
    struct filters *filters;
    size_t count;
};

// Queues by their descriptor. Only the thread of a loop changes the filters of its queue.
static struct queue *queues;
static size_t queue_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int kqueue(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (descriptor < 0) return -1;
    pthread_mutex_lock(&lock);
    size_t index = (size_t)descriptor;
    if (index >= queue_count) {
        struct queue *grown = realloc(queues, (index + 64) * sizeof *queues);
        if (grown == NULL) abort();
        for (size_t i = queue_count; i < index + 64; i++) grown[i] = (struct queue){0};
        queues = grown;
        queue_count = index + 64;
    }
    // The descriptor of a closed queue is used again.
    free(queues[index].filters);
    queues[index] = (struct queue){0};
    pthread_mutex_unlock(&lock);
    return descriptor;
}

/// Returns the filters of a descriptor in a copy of the queue, whose table a change may have enlarged.
static struct filters *filters_of(int queue, uintptr_t ident) {
    pthread_mutex_lock(&lock);
    struct queue *found = &queues[queue];
    if (ident >= found->count) {
        size_t count = ident + 64;
        struct filters *grown = realloc(found->filters, count * sizeof *grown);
        if (grown == NULL) abort();
        for (size_t i = found->count; i < count; i++) grown[i] = (struct filters){0};
        found->filters = grown;
        found->count = count;
    }
    struct filters *result = &found->filters[ident];
    pthread_mutex_unlock(&lock);
    return result;
}

static int apply(int queue, const struct kevent *change) {
    uint32_t event = change->filter == EVFILT_READ ? EPOLLIN | EPOLLRDHUP : EPOLLOUT;
    if (change->filter != EVFILT_READ && change->filter != EVFILT_WRITE) { errno = EINVAL; return -1; }
    struct filters *filters = filters_of(queue, change->ident);
    uint32_t before = filters->events;
    switch (change->flags) {
    case EV_ADD:
        filters->events |= event;
        if (change->filter == EVFILT_READ) filters->reading = change->udata;
        else filters->writing = change->udata;
        break;
    case EV_DELETE:
        if ((before & event) == 0) { errno = ENOENT; return -1; }
        filters->events &= ~event;
        break;
    default: errno = EINVAL; return -1;
    }
    struct epoll_event changed = {.events = filters->events, .data = {.fd = (int)change->ident}};
    int operation = filters->events == 0 ? EPOLL_CTL_DEL : before == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    if (epoll_ctl(queue, operation, (int)change->ident, &changed) == 0) return 0;
    filters->events = before;
    return -1;
}

int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
           const struct timespec *timeout) {
    for (int i = 0; i < changeCount; i++) {
        if (apply(queue, &changes[i]) != 0) return -1;
    }
    // Each descriptor may report two filters.
    struct epoll_event ready[128];
    int limit = eventCount / 2 < 128 ? eventCount / 2 : 128;
    if (limit == 0) return 0;
    int count = epoll_pwait2(queue, ready, limit, timeout, NULL);
    int filled = 0;
    for (int i = 0; i < count; i++) {
        uintptr_t ident = (uintptr_t)ready[i].data.fd;
        struct filters filters = *filters_of(queue, ident);
        uint32_t broken = ready[i].events & (EPOLLHUP | EPOLLERR);
        if (filters.events & EPOLLIN && ready[i].events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
            uint16_t flags = broken != 0 || ready[i].events & EPOLLRDHUP ? EV_EOF : 0;
            events[filled++] = (struct kevent){ident, EVFILT_READ, flags, 0, 0, filters.reading};
        }
        if (filters.events & EPOLLOUT && ready[i].events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) {
            uint16_t flags = broken != 0 ? EV_EOF : 0;
            events[filled++] = (struct kevent){ident, EVFILT_WRITE, flags, 0, 0, filters.writing};
        }
    }
    return count < 0 ? -1 : filled;
}
#endif
