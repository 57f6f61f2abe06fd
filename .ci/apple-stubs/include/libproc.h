// libproc.h of XNU. The SDK of iOS does not have it.
#pragma once
#include <sys/types.h>
int proc_listchildpids(pid_t ppid, void *buffer, int buffersize);
