#define _GNU_SOURCE
#include "child_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Zero is a free place. Read by a signal's handler: places are claimed and released with atomic operations.
static _Atomic pid_t children[NEXUS_CHILDREN];

static int claim(void) {
    for (int index = 0; index < NEXUS_CHILDREN; index++) {
        pid_t none = 0;
        // -1 is a place whose process is being started.
        if (__c11_atomic_compare_exchange_strong(&children[index], &none, -1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            return index;
        }
    }
    return -1;
}

// In the new process, before the program: functions that are safe between fork and exec only.
static void become(const char *const *arguments, int diagnostics, int report, pid_t parent) {
    setsid();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
#else
    (void)parent;
#endif
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(nothing, 1) >= 0 && dup2(diagnostics, 2) >= 0) {
#if defined(__linux__) && defined(SYS_close_range)
        // 4: closed by exec, so that a failure can still be reported.
        if (syscall(SYS_close_range, 3U, ~0U, 4U) != 0)
#endif
        {
            long limit = sysconf(_SC_OPEN_MAX);
            for (int descriptor = 3; descriptor < (limit > 0 && limit < 65536 ? limit : 65536); descriptor++) {
                fcntl(descriptor, F_SETFD, FD_CLOEXEC);
            }
        }
        execv(arguments[0], (char *const *)arguments);
    }
    int error = errno;
    ssize_t count = write(report, &error, sizeof error);
    (void)count;
    _exit(127);
}

pid_t nexus_child_start(const char *const *arguments, int diagnostics) {
    int place = claim();
    if (place < 0) {
        errno = EAGAIN;
        return -1;
    }
    int report[2];
    if (pipe(report) != 0) {
        children[place] = 0;
        return -1;
    }
    fcntl(report[0], F_SETFD, FD_CLOEXEC);
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    pid_t parent = getpid();
    // No handler of this process runs in the new one.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) become(arguments, diagnostics, report[1], parent);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        children[place] = 0;
        errno = error;
        return -1;
    }
    children[place] = child;
    ssize_t count;
    do count = read(report[0], &error, sizeof error);
    while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count == sizeof error) {
        nexus_child_wait(child);
        nexus_child_reap(child);
        errno = error;
        return -1;
    }
    return child;
}

void nexus_child_wait(pid_t child) {
    siginfo_t ended;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}

int nexus_child_reap(pid_t child) {
    for (int index = 0; index < NEXUS_CHILDREN; index++) {
        pid_t expected = child;
        __c11_atomic_compare_exchange_strong(&children[index], &expected, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return 127;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void nexus_children_end(void) {
    for (int index = 0; index < NEXUS_CHILDREN; index++) {
        pid_t child = children[index];
        if (child > 0) kill(child, SIGTERM);
    }
}
