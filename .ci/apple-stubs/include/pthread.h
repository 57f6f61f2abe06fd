// pthread.h of libpthread, whose declarations are inside `_Pragma("clang assume_nonnull begin")`.
#pragma once
#include <sched.h>
#include <signal.h>
#include <sys/types.h>
#pragma clang assume_nonnull begin
struct _opaque_pthread_t {
    long __sig;
    struct __darwin_pthread_handler_rec *_Null_unspecified __cleanup_stack;
    char __opaque[8176];
};
struct _opaque_pthread_attr_t {
    long __sig;
    char __opaque[56];
};
struct _opaque_pthread_mutex_t {
    long __sig;
    char __opaque[56];
};
struct _opaque_pthread_mutexattr_t {
    long __sig;
    char __opaque[8];
};
struct _opaque_pthread_cond_t {
    long __sig;
    char __opaque[40];
};
struct _opaque_pthread_condattr_t {
    long __sig;
    char __opaque[8];
};
typedef struct _opaque_pthread_t *pthread_t;
typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef struct _opaque_pthread_mutex_t pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t pthread_mutexattr_t;
typedef struct _opaque_pthread_cond_t pthread_cond_t;
typedef struct _opaque_pthread_condattr_t pthread_condattr_t;
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_destroy(pthread_attr_t *);
// The header says `void * _Nullable (* _Nonnull)(void * _Nullable)`; Swift code for macOS passes a function whose
// parameter is not optional, as an API note of the SDK has it. Code that compiles with both is what should be written.
int pthread_create(
    pthread_t _Nullable *_Nonnull __restrict, const pthread_attr_t *_Nullable __restrict,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable __restrict);
int pthread_detach(pthread_t);
int pthread_join(pthread_t, void *_Nullable *_Nullable);
int pthread_mutex_init(pthread_mutex_t *__restrict, const pthread_mutexattr_t *_Nullable __restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *)
    __attribute__((__swift_attr__("@_unavailableFromAsync(message: \"use a scoped lock\")")));
int pthread_mutex_unlock(pthread_mutex_t *)
    __attribute__((__swift_attr__("@_unavailableFromAsync(message: \"use a scoped lock\")")));
int pthread_cond_init(pthread_cond_t *__restrict, const pthread_condattr_t *_Nullable __restrict);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *__restrict, pthread_mutex_t *__restrict);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *, const struct timespec *_Nullable);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
#pragma clang assume_nonnull end
