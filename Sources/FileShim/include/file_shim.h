#ifndef NEXUS_FILE_SHIM_H
#define NEXUS_FILE_SHIM_H

#include <stdbool.h>
#include <stdint.h>

// stat(2), whose type in Swift belongs to whichever module the compiler happens to load first.

typedef struct {
    // By which the file system knows it.
    uint64_t number;
    // In bytes.
    int64_t size;
    // Permissions, and kind (S_IFMT).
    uint32_t mode;
} nexus_file_status;

// What is at a path; at the end of a link, if it follows. False with `errno`, if that cannot be asked.
bool nexus_file_status_of(const char *path, bool follows, nexus_file_status *status);

#endif
