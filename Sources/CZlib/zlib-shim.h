// The system's zlib, whose header lies where the compiler looks anyway.
#include <zlib.h>
