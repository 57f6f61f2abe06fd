// Healthy clients and clients with faults, each kind from one thread, with latencies in microseconds.
//
//   crowd well PORT COUNT THINK_MS SECONDS       COUNT connections, each requests /well THINK_MS after its last reply
//   crowd ill PORT COUNT SECONDS                 COUNT stalled, COUNT dripped, COUNT reset that reconnect 20 times a second
//   crowd delays PORT PATH COUNT SECONDS         COUNT connections that request PATH repeatedly
//   crowd stalled PORT COUNT                     COUNT connections that request /stall; prints "held", then the milliseconds
//                                                from the first to the last close
//
// `well` and `delays` print: requests p50 p99 max, in microseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
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

enum kind { WELL, STALLED, DRIPPED, RESET };

struct client {
    int fd;
    enum kind kind;
    int64_t sent_at;  // 0 before its first request
    int64_t due;      // when it sends a request or reconnects
    long received, expected;
    char head[1024];
    int head_length;
};

static int port, poller;
static char request[4][256];
static int64_t *latencies;
static long samples, room;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "crowd: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void note(int64_t latency) {
    if (samples == room) latencies = realloc(latencies, (room = room ? room * 2 : 1 << 16) * sizeof *latencies);
    latencies[samples++] = latency;
}

static void open_client(struct client *client) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->fd < 0) fail("socket");
    if (connect(client->fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    int on = 1;
    setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    epoll_ctl(poller, EPOLL_CTL_ADD, client->fd, &event);
    client->received = client->expected = client->head_length = 0;
    client->sent_at = 0;
}

static void ask(struct client *client) {
    client->received = client->expected = client->head_length = 0;
    client->sent_at = now();
    const char *text = request[client->kind];
    if (send(client->fd, text, strlen(text), MSG_NOSIGNAL) < 0) fail("send");
}

// Returns whether the reply is complete.
static int take(struct client *client, const char *bytes, long count) {
    client->received += count;
    if (client->expected == 0) {
        long fits = sizeof client->head - 1 - client->head_length;
        memcpy(client->head + client->head_length, bytes, count < fits ? count : fits);
        client->head_length += count < fits ? count : fits;
        client->head[client->head_length] = 0;
        char *end = strstr(client->head, "\r\n\r\n");
        char *length = strcasestr(client->head, "content-length:");
        if (!end || !length) return 0;
        client->expected = end + 4 - client->head + atol(length + 15);
    }
    return client->received >= client->expected;
}

static int compare(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static void print(void) {
    qsort(latencies, samples, sizeof *latencies, compare);
    if (samples == 0) fail("no reply");
    printf("%ld %.1f %.1f %.1f\n", samples, latencies[samples / 2] / 1e3, latencies[samples * 99 / 100] / 1e3,
           latencies[samples - 1] / 1e3);
}

static void run(struct client *clients, int count, int64_t think, int64_t seconds) {
    struct epoll_event events[256];
    int64_t end = now() + seconds * 1000000000LL;
    char buffer[65536];
    int waiting = count;  // clients with a due time
    for (int64_t time = now(); time < end; time = now()) {
        for (int index = 0; waiting > 0 && index < count; index++) {
            struct client *client = &clients[index];
            if (client->due == 0 || client->due > time) continue;
            client->due = 0;
            waiting--;
            if (client->fd < 0) open_client(client);
            ask(client);
        }
        int ready = epoll_wait(poller, events, 256, 1);
        for (int index = 0; index < ready; index++) {
            struct client *client = events[index].data.ptr;
            long got = recv(client->fd, buffer, sizeof buffer, 0);
            if (got <= 0) {
                if (client->kind == WELL) fail("a healthy connection ended");
                close(client->fd);
                client->fd = -1;
                client->due = now() + 50000000;
                waiting++;
            } else if (take(client, buffer, got)) {
                if (client->kind == WELL) note(now() - client->sent_at);
                if (think == 0) {
                    ask(client);
                } else {
                    client->due = now() + (client->kind == WELL ? think : 1);
                    waiting++;
                }
            }
        }
    }
}

static struct client *crowd(int count, enum kind kind, struct client *clients) {
    for (int index = 0; index < count; index++) {
        clients[index].kind = kind;
        open_client(&clients[index]);
        // Different start times keep the clients from sending at once.
        clients[index].due = now() + 1 + index * 100000LL;
    }
    return clients;
}

static void stalled(int count) {
    struct client *clients = calloc(count, sizeof *clients);
    for (int index = 0; index < count; index++) {
        clients[index].kind = STALLED;
        open_client(&clients[index]);
        ask(&clients[index]);
    }
    printf("held\n");
    fflush(stdout);
    struct epoll_event events[256];
    int64_t first = 0;
    char byte;
    for (int left = count; left > 0;) {
        int ready = epoll_wait(poller, events, 256, 60000);
        if (ready <= 0) fail("the server closed no connection");
        if (first == 0) first = now();
        for (int index = 0; index < ready; index++) {
            struct client *client = events[index].data.ptr;
            if (recv(client->fd, &byte, 1, 0) > 0) continue;
            close(client->fd);
            left--;
        }
    }
    printf("%.1f\n", (now() - first) / 1e6);
}

int main(int count, char **words) {
    if (count < 4) return 64;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    port = atoi(words[2]);
    poller = epoll_create1(EPOLL_CLOEXEC);
    const char *paths[] = {"/well", "/stall", "/drip", "/reset"};
    for (int kind = 0; kind < 4; kind++)
        snprintf(request[kind], sizeof request[kind], "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", paths[kind]);
    if (strcmp(words[1], "well") == 0 && count == 6) {
        int clients = atoi(words[3]);
        run(crowd(clients, WELL, calloc(clients, sizeof(struct client))), clients, atoi(words[4]) * 1000000LL, atoi(words[5]));
        print();
    } else if (strcmp(words[1], "ill") == 0 && count == 5) {
        int each = atoi(words[3]);
        struct client *clients = calloc(3 * each, sizeof *clients);
        crowd(each, STALLED, clients);
        crowd(each, DRIPPED, clients + each);
        crowd(each, RESET, clients + 2 * each);
        run(clients, 3 * each, 0, atoi(words[4]));
    } else if (strcmp(words[1], "delays") == 0 && count == 6) {
        int clients = atoi(words[4]);
        snprintf(request[WELL], sizeof request[WELL], "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", words[3]);
        run(crowd(clients, WELL, calloc(clients, sizeof(struct client))), clients, 0, atoi(words[5]));
        print();
    } else if (strcmp(words[1], "stalled") == 0 && count == 4) {
        stalled(atoi(words[3]));
    } else {
        return 64;
    }
    return 0;
}
