// errno.h of XNU. `errno` itself is a macro of a call, which Swift's overlay declares.
#pragma once
#include <sys/errno.h>
extern int *__error(void);
#define errno (*__error())
