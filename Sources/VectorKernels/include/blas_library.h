#ifndef NEXUS_BLAS_LIBRARY_H
#define NEXUS_BLAS_LIBRARY_H

#include <stdint.h>

// OpenBLAS, opened while the program runs: a machine without it runs without the embedding model, and the kind of processor
// can still be told to it. Debian's release takes processors made after it for much older ones, which halves its speed.

// Opens the library once, with one thread a call. 0 on success, whenever it is asked. Before any thread changes the
// environment of the process.
int nexus_blas_open(void);

// out = a . b, all row by row with that many numbers from row to row; b is transposed (its rows are columns) when asked.
// Only after nexus_blas_open gave 0.
void nexus_blas_multiply(int32_t rows, int32_t columns, int32_t inner, const float *a, int32_t a_stride, const float *b,
                         int32_t b_stride, int b_transposed, float *out, int32_t out_stride);

#endif
