// stdio.h of Libc.
#pragma once
#include <stddef.h>
typedef struct __sFILE FILE;
struct __sFILE {
    unsigned char *_p;
    int _r;
    int _w;
};
FILE *fopen(const char *__restrict, const char *__restrict);
int fclose(FILE *);
int fflush(FILE *);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
int rename(const char *, const char *);
