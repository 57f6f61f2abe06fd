// sched.h of libpthread, which its pthread.h includes.
#pragma once
int sched_yield(void);
