// netinet/tcp.h of XNU.
#pragma once
#define TCP_NODELAY 0x01
#define TCP_NOTSENT_LOWAT 0x201
