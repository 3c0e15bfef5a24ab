#ifndef NEXUS_VECTOR_KERNELS_H
#define NEXUS_VECTOR_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// The loops of the embedding model and of the vector scan. In C, because the compiler then makes each of them for several
// generations of processors and picks one when the program starts; Swift is built for the oldest. Matrices are row by row.
// No function allocates, and any may be called from any thread on memory that only its caller writes.

// x = x + bias, for every row.
void nexus_add_bias(float *x, const float *bias, size_t rows, size_t columns);

// x = gelu(x + bias), the exact form with the error function (within 2e-7).
void nexus_add_bias_gelu(float *x, const float *bias, size_t rows, size_t columns);

// Each row becomes softmax(row * scale).
void nexus_softmax(float *x, size_t rows, size_t columns, float scale);

// x = normalized(x + bias + residual) * weight + shift, for every row; bias and residual may be null.
void nexus_layer_norm(float *x, const float *bias, const float *residual, const float *weight, const float *shift,
                      float epsilon, size_t rows, size_t columns);

// out = the mean of the rows, made one long. A zero mean stays zero.
void nexus_mean_unit(const float *x, size_t rows, size_t columns, float *out);

// Makes x one long. Zero stays zero.
void nexus_unit(float *x, size_t columns);

// Writes round(x / scale) into out and returns scale, the largest magnitude of x divided by 127; 0 when x is all zero.
float nexus_quantize(const float *x, size_t columns, int8_t *out);

// out[i] = (query . vectors[i]) * scales[i], for count vectors that lie one after another.
void nexus_scan(const int8_t *query, const int8_t *vectors, const float *scales, size_t count, size_t columns, float *out);

#endif
