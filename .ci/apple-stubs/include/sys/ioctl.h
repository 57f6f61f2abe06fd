// sys/ioctl.h, sys/ioccom.h, sys/filio.h and sys/ttycom.h of XNU. Swift imports none of the requests: they are calls of
// macros with parameters. `ioctl` is variadic: Swift's overlay declares it.
#pragma once
#include <sys/types.h>
struct winsize {
    unsigned short ws_row;
    unsigned short ws_col;
    unsigned short ws_xpixel;
    unsigned short ws_ypixel;
};
#define IOCPARM_MASK 0x1fff
#define IOC_OUT (uint32_t)0x40000000
#define _IOC(inout, group, num, len) (inout | ((len & IOCPARM_MASK) << 16) | ((group) << 8) | (num))
#define _IOR(g, n, t) _IOC(IOC_OUT, (g), (n), sizeof(t))
#define FIONREAD _IOR('f', 127, int)
#define TIOCGWINSZ _IOR('t', 104, struct winsize)
int ioctl(int, unsigned long, ...);
