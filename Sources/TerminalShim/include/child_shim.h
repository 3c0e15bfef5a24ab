#ifndef NEXUS_CHILD_SHIM_H
#define NEXUS_CHILD_SHIM_H

#include <stdint.h>
#include <sys/types.h>

// Programs that the terminal client starts: a player, a recorder. They have no terminal and none of this process's files, and end with it.

// Programs at once.
#define NEXUS_CHILDREN 8

// Starts the program at arguments[0] with these arguments, the last of which is NULL. Its standard input and output are /dev/null, its
// standard error is `diagnostics`. On Linux it gets SIGTERM once the calling thread ends: call it from a thread that waits for it.
// The process, or -1 with errno set, also if the program cannot be executed.
pid_t nexus_child_start(const char *const *arguments, int diagnostics);

// Waits for the end of a program, which keeps its process number until nexus_child_reap.
void nexus_child_wait(pid_t child);

// Releases the process number. The exit code, or 128 and the number of the signal.
int nexus_child_reap(pid_t child);

// Sends SIGTERM to all programs. Safe in a signal's handler.
void nexus_children_end(void);

#endif
