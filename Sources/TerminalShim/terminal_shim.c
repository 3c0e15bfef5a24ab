#define _GNU_SOURCE
#define _XOPEN_SOURCE 700
#include "terminal_shim.h"

#include "child_shim.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static locale_t utf8;
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void make_utf8(void) {
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8) utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
}

int nexus_scalar_width(uint32_t scalar) {
    pthread_once(&utf8_once, make_utf8);
    if (!utf8) return scalar < 32 || scalar == 127 ? -1 : 1;
    locale_t before = uselocale(utf8);
    int width = wcwidth((wchar_t)scalar);
    uselocale(before);
    return width;
}

static const int fatal_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
#define FATAL_SIGNALS (sizeof fatal_signals / sizeof fatal_signals[0])

// Written by nexus_terminal_guard and _release only; a handler reads them once `is_guarded` is set.
static volatile sig_atomic_t is_guarded;
static int input_descriptor, output_descriptor;
static struct termios saved_modes;
static uint8_t restore_text[NEXUS_TERMINAL_RESTORE_BYTES];
static size_t restore_count;
static struct sigaction earlier[FATAL_SIGNALS];
// A handler needs a stack of its own where the usual one has overflowed.
static uint8_t handler_stack[65536];

void nexus_terminal_restore(void) {
    if (!is_guarded) return;
    int kept = errno;
    size_t written = 0;
    while (written < restore_count) {
        ssize_t count = write(output_descriptor, restore_text + written, restore_count - written);
        if (count > 0) written += (size_t)count;
        else if (errno != EINTR) break;
    }
    // A program in the background is not stopped for it.
    sigset_t tto, before;
    sigemptyset(&tto);
    sigaddset(&tto, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &tto, &before);
    tcsetattr(input_descriptor, TCSANOW, &saved_modes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = kept;
}

static void restore_and_fall(int number) {
    nexus_children_end();
    nexus_terminal_restore();
    is_guarded = 0;
    for (size_t index = 0; index < FATAL_SIGNALS; index++) {
        if (fatal_signals[index] == number) sigaction(number, &earlier[index], NULL);
    }
    // Blocked until the handler returns, and then taken by the handler of before, or by the system.
    raise(number);
}

int nexus_terminal_guard(int input, int output, const uint8_t *restore, size_t count) {
    static int is_registered;
    struct termios modes;
    if (count > sizeof restore_text || tcgetattr(input, &modes) != 0) return -1;
    // While it is guarded the modes are ours, and not those to go back to.
    if (!is_guarded) saved_modes = modes;
    input_descriptor = input;
    output_descriptor = output;
    memcpy(restore_text, restore, count);
    restore_count = count;
    if (!is_guarded) {
        stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
        sigaltstack(&stack, NULL);
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = restore_and_fall;
        action.sa_flags = SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        for (size_t index = 0; index < FATAL_SIGNALS; index++) {
            sigaction(fatal_signals[index], &action, &earlier[index]);
        }
    }
    is_guarded = 1;
    if (!is_registered) {
        is_registered = 1;
        atexit(nexus_terminal_restore);
    }
    return 0;
}

int nexus_terminal_raw(int input) {
    if (!is_guarded) return -1;
    struct termios modes = saved_modes;
    cfmakeraw(&modes);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    return tcsetattr(input, TCSANOW, &modes);
}

void nexus_terminal_release(void) {
    if (!is_guarded) return;
    is_guarded = 0;
    for (size_t index = 0; index < FATAL_SIGNALS; index++) sigaction(fatal_signals[index], &earlier[index], NULL);
}

static int watch_descriptor = -1;
static const int watched_signals[] = {SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};

static void report(int number) {
    int kept = errno;
    uint8_t byte = (uint8_t)number;
    // A full pipe has enough to tell.
    ssize_t count = write(watch_descriptor, &byte, 1);
    (void)count;
    errno = kept;
}

static void set_handler(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void nexus_terminal_watch(int descriptor) {
    watch_descriptor = descriptor;
    for (size_t index = 0; index < sizeof watched_signals / sizeof watched_signals[0]; index++) {
        set_handler(watched_signals[index], report);
    }
}

// Not SIGTSTP, which has a handler: another thread might take it before its usual course is set and unset again.
void nexus_terminal_stop(void) { kill(getpid(), SIGSTOP); }
