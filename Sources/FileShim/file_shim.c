#define _FILE_OFFSET_BITS 64

#include "file_shim.h"

#include <sys/stat.h>

bool nexus_file_status_of(const char *path, bool follows, nexus_file_status *status) {
    struct stat found;
    if ((follows ? stat(path, &found) : lstat(path, &found)) != 0) return false;
    status->number = found.st_ino;
    status->size = found.st_size;
    status->mode = found.st_mode;
    return true;
}
