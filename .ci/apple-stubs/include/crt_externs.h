// crt_externs.h of Libc. It is not a part of Swift's module Darwin.
#pragma once
extern char ***_NSGetEnviron(void);
