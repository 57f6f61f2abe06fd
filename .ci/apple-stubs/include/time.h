// time.h of Libc.
#pragma once
#include <sys/types.h>
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
struct tm *localtime_r(const time_t *__restrict, struct tm *__restrict);
struct tm *gmtime_r(const time_t *__restrict, struct tm *__restrict);
time_t time(time_t *);
typedef enum {
    _CLOCK_REALTIME = 0,
#define CLOCK_REALTIME _CLOCK_REALTIME
    _CLOCK_MONOTONIC = 6,
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
    _CLOCK_THREAD_CPUTIME_ID = 16,
#define CLOCK_THREAD_CPUTIME_ID _CLOCK_THREAD_CPUTIME_ID
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
