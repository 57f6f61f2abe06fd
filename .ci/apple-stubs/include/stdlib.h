// stdlib.h of Libc.
#pragma once
#include <stddef.h>
#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
int atexit(void (*_Nonnull)(void));
void exit(int) __attribute__((__noreturn__));
void free(void *);
char *getenv(const char *);
char *realpath(const char *__restrict, char *__restrict);
