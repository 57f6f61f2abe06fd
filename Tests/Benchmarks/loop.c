/* A bare HTTP/1.1 server, written for comparison: one thread, one epoll, and for each request one recv and one send.

     loop PORT FILE   listens on 127.0.0.1; port 0 selects a free one. Replies to each request with 200 and the bytes of
                      FILE. Prints a line of JSON with its port and its pid, and ends with status 0 on SIGTERM.

   It searches for the empty line at the end of each head, and reads nothing else of the request: it does not match, log
   or validate, and it does not expect bodies. Its processor time is a lower bound for a server with these system calls.

   It is edge-triggered. A level-triggered variant needed the same processor time: 6.5 µs a request under wrk -t1 -c64,
   and a ratio of 1.00 in 40 pairs of one second. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 4096, HEAD = 16384, EVENTS = 512, PIPELINED = 16 };

struct connection {
    size_t filled;   // bytes of an incomplete head
    size_t skipped;  // bytes of the head without an empty line
    size_t owed;     // bytes of replies that the socket has not accepted
    char head[HEAD];
};

static struct connection *connections[CONNECTIONS];  // by descriptor; kept for the next connection
static char *replies;                                // PIPELINED equal replies
static size_t reply_size;
static int poller;

static void fail(const char *call) {
    fprintf(stderr, "loop: %s: %s\n", call, strerror(errno));
    exit(2);
}

static void prepare_replies(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path);
    static char body[1 << 20];
    size_t size = fread(body, 1, sizeof body, file);
    if (ferror(file) || !feof(file)) fail(path);
    fclose(file);
    char head[256];
    // As many bytes as a reply of rehearsal: the date is fixed.
    int head_size = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
        "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n", size);
    reply_size = head_size + size;
    replies = malloc(reply_size * PIPELINED);
    if (replies == NULL) fail("malloc");
    for (int number = 0; number < PIPELINED; number++) {
        memcpy(replies + number * reply_size, head, head_size);
        memcpy(replies + number * reply_size + head_size, body, size);
    }
}

static void watch(int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) != 0) fail("epoll_ctl");
}

static int listen_on(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    if (listener < 0) fail("socket");
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) != 0) fail("bind");
    if (listen(listener, 1024) != 0) fail("listen");
    if (getsockname(listener, (struct sockaddr *)&address, &size) != 0) fail("getsockname");
    watch(listener, EPOLLIN);
    printf("{\"port\":%d,\"pid\":%d}\n", ntohs(address.sin_port), getpid());
    fflush(stdout);
    return listener;
}

static void accept_connections(int listener) {
    int descriptor, on = 1;
    while ((descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        if (descriptor >= CONNECTIONS) {
            close(descriptor);
            continue;
        }
        if (connections[descriptor] == NULL) connections[descriptor] = malloc(sizeof(struct connection));
        if (connections[descriptor] == NULL) fail("malloc");
        struct connection *connection = connections[descriptor];
        connection->filled = connection->skipped = connection->owed = 0;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        // An edge for EPOLLOUT occurs only after a send that the socket did not accept completely.
        watch(descriptor, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
    }
}

/* Sends what the connection owes; returns 0 if it must close. */
static int send_owed(int descriptor, struct connection *connection) {
    while (connection->owed > 0) {
        // The replies are equal, so the bytes that are owed are the end of a series of replies.
        size_t series = (connection->owed + reply_size - 1) / reply_size;
        if (series > PIPELINED) series = PIPELINED;
        size_t part = connection->owed % reply_size, skipped = part ? reply_size - part : 0;
        ssize_t sent = send(descriptor, replies + skipped, series * reply_size - skipped, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN;
        connection->owed -= sent;
    }
    return 1;
}

/* Counts the complete heads in the buffer, and keeps the rest. */
static size_t take_heads(struct connection *connection) {
    size_t heads = 0, start = 0, from = connection->skipped;
    char *end;
    while ((end = memmem(connection->head + from, connection->filled - from, "\r\n\r\n", 4)) != NULL) {
        heads++;
        from = start = end + 4 - connection->head;
    }
    connection->filled -= start;
    if (start > 0 && connection->filled > 0) memmove(connection->head, connection->head + start, connection->filled);
    // The empty line may begin with the last three bytes.
    connection->skipped = connection->filled > 3 ? connection->filled - 3 : 0;
    return heads;
}

/* Reads and replies until the socket has no more bytes; returns 0 if the connection must close. */
static int serve(int descriptor, struct connection *connection, uint32_t events) {
    if (!send_owed(descriptor, connection)) return 0;
    while (connection->owed == 0) {
        size_t room = HEAD - connection->filled;
        if (room == 0) return 0;
        ssize_t received = recv(descriptor, connection->head + connection->filled, room, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received < 0) return errno == EAGAIN;
        if (received == 0) return 0;
        connection->filled += received;
        connection->owed = take_heads(connection) * reply_size;
        if (!send_owed(descriptor, connection)) return 0;
        // A short read has taken all bytes, but not the end of the stream; epoll(7).
        if ((size_t)received < room && !(events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))) break;
    }
    return 1;
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: loop PORT FILE\n");
        return 64;
    }
    prepare_replies(words[2]);
    if ((poller = epoll_create1(EPOLL_CLOEXEC)) < 0) fail("epoll_create1");
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    int signals = signalfd(-1, &ends, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals < 0) fail("signalfd");
    watch(signals, EPOLLIN);
    int listener = listen_on(atoi(words[1]));
    static struct epoll_event events[EVENTS];
    for (;;) {
        int ready = epoll_wait(poller, events, EVENTS, -1);
        if (ready < 0 && errno != EINTR) fail("epoll_wait");
        for (int index = 0; index < ready; index++) {
            int descriptor = events[index].data.fd;
            if (descriptor == signals) return 0;
            if (descriptor == listener) {
                accept_connections(listener);
            } else if (!serve(descriptor, connections[descriptor], events[index].events)) {
                close(descriptor);
            }
        }
    }
}
