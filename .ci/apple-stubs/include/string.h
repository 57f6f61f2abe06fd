// string.h of Libc.
#pragma once
#include <stddef.h>
void *memchr(const void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
char *strdup(const char *);
char *strerror(int);
size_t strlen(const char *);
int strncmp(const char *, const char *, size_t);
