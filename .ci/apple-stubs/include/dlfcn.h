// dlfcn.h of dyld.
#pragma once
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
#define RTLD_LAZY 0x1
#define RTLD_NOW 0x2
#define RTLD_LOCAL 0x4
#define RTLD_GLOBAL 0x8
