// mach-o/dyld.h of dyld, which is a module of its own.
#pragma once
#include <stdint.h>
extern int _NSGetExecutablePath(char *buf, uint32_t *bufsize);
