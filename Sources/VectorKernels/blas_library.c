#include "blas_library.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// The values of CBLAS_ORDER and CBLAS_TRANSPOSE (https://www.netlib.org/blas/blast-forum/cblas.tgz, cblas.h).
enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };

typedef void (*sgemm_function)(int, int, int, int, int, int, float, const float *, int, const float *, int, float, float *,
                               int);
typedef void (*threads_function)(int);

static sgemm_function sgemm;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    const char *core = NULL;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        core = "SkylakeX";
#endif
    // Not OPENBLAS_CORETYPE itself: set for all programs of a machine, it names an instruction set that the oldest of them may use.
    const char *named = getenv("NEXUS_BLAS_CORETYPE");
    if (named && *named) core = named;
    if (core) setenv("OPENBLAS_CORETYPE", core, 1);
    void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    threads_function set_threads = (threads_function)dlsym(library, "openblas_set_num_threads");
    if (set_threads) set_threads(1);
    sgemm = (sgemm_function)dlsym(library, "cblas_sgemm");
}

int nexus_blas_open(void) {
    pthread_once(&once, open_library);
    return sgemm ? 0 : -1;
}

void nexus_blas_multiply(int32_t rows, int32_t columns, int32_t inner, const float *a, int32_t a_stride, const float *b,
                         int32_t b_stride, int b_transposed, float *out, int32_t out_stride) {
    sgemm(ROW_MAJOR, NO_TRANSPOSE, b_transposed ? TRANSPOSE : NO_TRANSPOSE, rows, columns, inner, 1, a, a_stride, b, b_stride,
          0, out, out_stride);
}

#else

int nexus_blas_open(void) { return -1; }

void nexus_blas_multiply(int32_t rows, int32_t columns, int32_t inner, const float *a, int32_t a_stride, const float *b,
                         int32_t b_stride, int b_transposed, float *out, int32_t out_stride) {}

#endif
