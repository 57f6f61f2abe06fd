// net/if.h of XNU.
#pragma once
#define IFF_UP 0x1
#define IFF_LOOPBACK 0x8
#define IFF_POINTOPOINT 0x10
#define IFF_RUNNING 0x40
