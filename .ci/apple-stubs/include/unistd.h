// unistd.h of Libc and sys/unistd.h of XNU.
#pragma once
#include <sys/types.h>
int access(const char *, int);
int close(int);
int dup(int);
int dup2(int, int);
uid_t geteuid(void);
int gethostname(char *, size_t);
pid_t getpgid(pid_t);
pid_t getpgrp(void);
pid_t getpid(void);
uid_t getuid(void);
void _exit(int) __attribute__((__noreturn__));
int isatty(int);
int link(const char *, const char *);
off_t lseek(int, off_t, int);
int pipe(int[2]);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
ssize_t read(int, void *, size_t);
ssize_t readlink(const char *__restrict, char *__restrict, size_t);
int rmdir(const char *);
int symlink(const char *, const char *);
long sysconf(int);
int ftruncate(int, off_t);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);
#define F_OK 0
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 58
