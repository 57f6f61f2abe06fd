// dirent.h of Libc and sys/dirent.h of XNU, with 64-bit inode numbers.
#pragma once
#include <sys/types.h>
struct dirent {
    uint64_t d_ino;
    uint64_t d_seekoff;
    uint16_t d_reclen;
    uint16_t d_namlen;
    uint8_t d_type;
    char d_name[1024];
};
struct _telldir;
typedef struct {
    int __dd_fd;
    long __dd_loc;
} DIR;
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);
