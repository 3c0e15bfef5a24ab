#ifndef NEXUS_TERMINAL_SHIM_H
#define NEXUS_TERMINAL_SHIM_H

#include <stddef.h>
#include <stdint.h>

#include "child_shim.h"

// What a program on the whole screen needs of C: widths by the system's tables, and a terminal that is restored whatever ends the program.

// The cells of a scalar by wcwidth(3) in a UTF-8 locale, whatever the locale of the process: 0 to 2, or -1 if it has no
// glyph. May be called from any thread.
int nexus_scalar_width(uint32_t scalar);

// Longest text that nexus_terminal_guard takes.
#define NEXUS_TERMINAL_RESTORE_BYTES 256

// Saves the modes of the terminal behind `input`. From now on a fatal signal (SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV,
// SIGSYS, SIGTRAP) and exit(3) first write `restore` to `output` and set these modes again; then the signal takes its
// usual course. 0 on success, -1 if `input` is no terminal or `restore` is too long. Not to be called by two threads at once.
int nexus_terminal_guard(int input, int output, const uint8_t *restore, size_t count);

// Sets the terminal to raw: no echo, no lines, no signals by keys. 0 on success. After nexus_terminal_guard.
int nexus_terminal_raw(int input);

// Writes the text of nexus_terminal_guard and sets the saved modes. Does nothing before it. Safe in a signal's handler.
void nexus_terminal_restore(void);

// Restores nothing any more.
void nexus_terminal_release(void);

// From now on SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP and SIGWINCH do nothing but write their number to `descriptor`, as
// one byte. Not to be called by two threads at once.
void nexus_terminal_watch(int descriptor);

// Stops the process, as SIGTSTP usually does. SIGCONT says that it goes on.
void nexus_terminal_stop(void);

#endif
