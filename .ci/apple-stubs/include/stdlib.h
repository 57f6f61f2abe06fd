// stdlib.h of Libc.
#pragma once
#include <stddef.h>
int atexit(void (*_Nonnull)(void));
void exit(int) __attribute__((__noreturn__));
void free(void *);
char *getenv(const char *);
char *realpath(const char *__restrict, char *__restrict);
