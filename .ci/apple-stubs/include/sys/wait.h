// sys/wait.h of XNU.
#pragma once
#include <signal.h>
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
#define WNOHANG 0x00000001
#define WEXITED 0x00000004
#define WNOWAIT 0x00000020
pid_t waitpid(pid_t, int *, int);
int waitid(idtype_t, id_t, siginfo_t *, int);
