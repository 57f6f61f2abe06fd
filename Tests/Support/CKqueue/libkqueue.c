#if defined(__linux__) && defined(REHEARSAL_LIBKQUEUE)
#include "CKqueue.h"

#include <stdbool.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The function of libkqueue. The name in C is another one, because kevent is declared with the name of ours.
extern int kevent_of_library(int, const struct kevent *, int, struct kevent *, int, const struct timespec *)
    __asm__("kevent");

/// Whether this thread is in a call of libkqueue.
static _Thread_local bool is_in_library;

int kevent(int queue, const struct kevent *changes, int changeCount, struct kevent *events, int eventCount,
           const struct timespec *timeout) {
    is_in_library = true;
    int count = kevent_of_library(queue, changes, changeCount, events, eventCount, timeout);
    is_in_library = false;
    return count;
}

/// Replaces the function of the C library. libkqueue asks for the error of a socket, which clears it: after RST, recv()
/// then returns 0 as after FIN. XNU keeps the error, so libkqueue gets none.
int getsockopt(int socket, int level, int name, void *value, socklen_t *size) {
    if (is_in_library && level == SOL_SOCKET && name == SO_ERROR) {
        *(int *)value = 0;
        return 0;
    }
    return (int)syscall(SYS_getsockopt, socket, level, name, value, size);
}
#endif
