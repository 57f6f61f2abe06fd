// sys/syslimits.h of XNU.
#pragma once
#define OPEN_MAX 10240
#define PATH_MAX 1024
