// Hostile and idle clients, each kind from one thread and for a bounded time.
//
//   hostile noise PORT COUNT SECONDS RATE   COUNT connections that together send RATE random pieces a second: bytes,
//                                           bytes after a head, chunks, and truncated requests; they reconnect when closed
//   hostile heads PORT COUNT SECONDS        COUNT heads of a byte a second each; they reconnect when closed
//   hostile readers PORT COUNT SECONDS      COUNT readers of /large through a small window, 4 KB a second each
//   hostile idle PORT COUNT SECONDS         COUNT connections, half of which send one request; prints "held"
//
// Each prints at its end: connections pieces bytes closed-by-the-server milliseconds, the last from the first to the last
// close. The clients use several loopback addresses, because the ports of one address do not suffice.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum mode { NOISE, HEADS, READERS, IDLE };

struct client {
    int fd;
    int place;     // bytes of a head that were sent, or pieces
    int64_t due;   // when it sends, reads or reconnects
};

static enum mode mode;
static int port, poller;
static int64_t pause_time, first_closed, last_closed;
static long connections, pieces, bytes, closed;
static uint64_t state = 0x9e3779b97f4a7c15;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "hostile: %s: %s\n", what, strerror(errno));
    exit(2);
}

static uint32_t draw(uint32_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (state >> 32) % below;
}

static void begin(struct client *client, int index) {
    struct sockaddr_in source = {.sin_family = AF_INET}, address = {.sin_family = AF_INET, .sin_port = htons(port)};
    source.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + index % 8);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int on = 1, window = 4096;
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd < 0) fail("socket");
    setsockopt(client->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (mode == READERS) setsockopt(client->fd, SOL_SOCKET, SO_RCVBUF, &window, sizeof window);
    if (bind(client->fd, (struct sockaddr *)&source, sizeof source) != 0) fail("bind");
    if (connect(client->fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    // A slow reader reads at its due time, and not when bytes arrive.
    struct epoll_event event = {.events = mode == READERS ? EPOLLRDHUP : EPOLLIN, .data.ptr = client};
    epoll_ctl(poller, EPOLL_CTL_ADD, client->fd, &event);
    client->place = 0;
    connections++;
}

static void say(struct client *client, const char *text, long count) {
    long sent = send(client->fd, text, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) bytes += sent, pieces++;
}

static long random_bytes(char *place, long count) {
    for (long index = 0; index < count; index++) place[index] = draw(256);
    return count;
}

static void make_noise(struct client *client) {
    char piece[4096];
    long count = 0;
    switch (draw(4)) {
    case 0: count = random_bytes(piece, 1 + draw(1024)); break;
    case 1:
        count = sprintf(piece, "GET /well HTTP/1.1\r\nHost: a\r\n%s", draw(2) ? "\r\n" : "X: ");
        count += random_bytes(piece + count, 1 + draw(512));
        break;
    case 2:
        if (client->place == 0) count = sprintf(piece, "POST /well HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
        for (int left = 1 + draw(8); left > 0; left--) {
            int size = draw(64);
            count += sprintf(piece + count, "%x%s\r\n", size, draw(4) ? "" : ";a=b");
            // Some chunks have another size than declared.
            count += random_bytes(piece + count, draw(16) ? size : (int)draw(64));
            count += sprintf(piece + count, "\r\n");
        }
        break;
    default:
        count = sprintf(piece, "POST /well HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nX-Y: z\r\n\r\n0123456789");
        count = draw(count);
    }
    say(client, piece, count);
    client->place++;
}

static void act(struct client *client) {
    static const char head[] = "GET /well HTTP/1.1\r\nHost: a\r\nX: ";
    static const char request[] = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
    char buffer[4096];
    switch (mode) {
    case NOISE: make_noise(client); break;
    case HEADS: say(client, client->place < (int)sizeof head - 1 ? head + client->place : "x", 1), client->place++; break;
    case READERS:
        if (client->place++ == 0) return say(client, request, sizeof request - 1);
        long got = recv(client->fd, buffer, sizeof buffer, MSG_DONTWAIT);
        if (got > 0) bytes += got;
        break;
    case IDLE: break;
    }
}

static void end(struct client *client) {
    close(client->fd);
    client->fd = -1;
    client->due = mode == IDLE ? 0 : now() + 1 + draw(100) * 1000000LL;
    closed++;
    last_closed = now();
    if (first_closed == 0) first_closed = last_closed;
}

static void run(struct client *clients, int count, int64_t until, int64_t step) {
    struct epoll_event events[256];
    char buffer[16384];
    for (int64_t time = now(); time < until && (mode != IDLE || closed < count); time = now()) {
        for (int index = 0; index < count; index++) {
            struct client *client = &clients[index];
            if (client->due == 0 || client->due > time) continue;
            if (client->fd < 0) begin(client, index);
            act(client);
            client->due = mode == IDLE ? 0 : time + pause_time / 2 + draw(pause_time / 1000) * 1000LL;
        }
        int ready = epoll_wait(poller, events, 256, step);
        for (int index = 0; index < ready; index++) {
            struct client *client = events[index].data.ptr;
            if (client->fd < 0) continue;
            long got = mode == READERS ? 0 : recv(client->fd, buffer, sizeof buffer, MSG_DONTWAIT);
            if (got == 0 || (got < 0 && errno != EAGAIN)) end(client);
        }
    }
}

static void hold(struct client *clients, int count) {
    static const char request[] = "GET /well HTTP/1.1\r\nHost: a\r\n\r\n";
    for (int index = 0; index < count; index++) {
        begin(&clients[index], index);
        if (index % 2) say(&clients[index], request, sizeof request - 1);
    }
    printf("held\n");
    fflush(stdout);
}

int main(int count, char **words) {
    const char *modes[] = {"noise", "heads", "readers", "idle"};
    if (count < 5) return 64;
    while (mode < IDLE && strcmp(words[1], modes[mode]) != 0) mode++;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    port = atoi(words[2]);
    int clients_count = atoi(words[3]);
    int64_t seconds = atoi(words[4]), rate = count > 5 ? atoi(words[5]) : clients_count;
    pause_time = clients_count * 1000000000LL / rate;
    poller = epoll_create1(EPOLL_CLOEXEC);
    struct client *clients = calloc(clients_count, sizeof *clients);
    for (int index = 0; index < clients_count; index++) {
        clients[index].fd = -1;
        // Different start times keep the clients from sending at once.
        clients[index].due = mode == IDLE ? 0 : now() + 1 + draw(pause_time / 1000) * 1000LL;
    }
    if (mode == IDLE) hold(clients, clients_count);
    run(clients, clients_count, now() + seconds * 1000000000LL, mode == IDLE ? 50 : 1);
    printf("%ld %ld %ld %ld %.0f\n", connections, pieces, bytes, closed, (last_closed - first_closed) / 1e6);
    return 0;
}
