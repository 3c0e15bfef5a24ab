#include "vector_kernels.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#define EVERY_PROCESSOR __attribute__((target_clones("avx512vnni", "avx512bw", "avx2", "default")))
#else
#define EVERY_PROCESSOR
#endif
#define INLINE static inline __attribute__((always_inline))

// e^x by 2^n * 2^f with a polynomial for 2^f: within 1e-7 of the value, and a loop over it vectorises.
INLINE float exponential(float x) {
    x = x < -87.0f ? -87.0f : (x > 88.0f ? 88.0f : x);
    float scaled = x * 1.44269504088896341f;
    // Adding and taking away 1.5 * 2^23 rounds to the nearest whole number.
    float whole = (scaled + 12582912.0f) - 12582912.0f;
    float f = (x - whole * 0.693359375f) - whole * -2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * f + 1.3981999507e-3f;
    p = p * f + 8.3334519073e-3f;
    p = p * f + 4.1665795894e-2f;
    p = p * f + 1.6666665459e-1f;
    p = p * f + 5.0000001201e-1f;
    p = p * f * f + f + 1.0f;
    int32_t bits = ((int32_t)whole + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return p * power;
}

// Abramowitz and Stegun, 7.1.26.
INLINE float error_function(float x) {
    float magnitude = fabsf(x);
    float t = 1.0f / (1.0f + 0.3275911f * magnitude);
    float p = 1.061405429f;
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    float y = 1.0f - p * t * exponential(-magnitude * magnitude);
    return copysignf(y, x);
}

EVERY_PROCESSOR
void nexus_add_bias(float *x, const float *bias, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r++) {
        float *row = x + r * columns;
        for (size_t c = 0; c < columns; c++) row[c] += bias[c];
    }
}

EVERY_PROCESSOR
void nexus_add_bias_gelu(float *x, const float *bias, size_t rows, size_t columns) {
    for (size_t r = 0; r < rows; r++) {
        float *row = x + r * columns;
        for (size_t c = 0; c < columns; c++) {
            float v = row[c] + bias[c];
            row[c] = 0.5f * v * (1.0f + error_function(v * 0.70710678118654752f));
        }
    }
}

EVERY_PROCESSOR
void nexus_softmax(float *x, size_t rows, size_t columns, float scale) {
#pragma clang fp reassociate(on)
    for (size_t r = 0; r < rows; r++) {
        float *row = x + r * columns;
        float largest = -INFINITY;
        for (size_t c = 0; c < columns; c++) largest = row[c] > largest ? row[c] : largest;
        float sum = 0;
        for (size_t c = 0; c < columns; c++) {
            float v = exponential((row[c] - largest) * scale);
            row[c] = v;
            sum += v;
        }
        float inverse = 1.0f / sum;
        for (size_t c = 0; c < columns; c++) row[c] *= inverse;
    }
}

EVERY_PROCESSOR
void nexus_layer_norm(float *x, const float *bias, const float *residual, const float *weight, const float *shift,
                      float epsilon, size_t rows, size_t columns) {
#pragma clang fp reassociate(on)
    for (size_t r = 0; r < rows; r++) {
        float *row = x + r * columns;
        if (bias)
            for (size_t c = 0; c < columns; c++) row[c] += bias[c];
        if (residual) {
            const float *other = residual + r * columns;
            for (size_t c = 0; c < columns; c++) row[c] += other[c];
        }
        float sum = 0;
        for (size_t c = 0; c < columns; c++) sum += row[c];
        float mean = sum / (float)columns;
        float squares = 0;
        for (size_t c = 0; c < columns; c++) {
            float d = row[c] - mean;
            squares += d * d;
        }
        float inverse = 1.0f / sqrtf(squares / (float)columns + epsilon);
        for (size_t c = 0; c < columns; c++) row[c] = (row[c] - mean) * inverse * weight[c] + shift[c];
    }
}

EVERY_PROCESSOR
void nexus_unit(float *x, size_t columns) {
#pragma clang fp reassociate(on)
    float squares = 0;
    for (size_t c = 0; c < columns; c++) squares += x[c] * x[c];
    if (!(squares > 0)) return;
    float inverse = 1.0f / sqrtf(squares);
    for (size_t c = 0; c < columns; c++) x[c] *= inverse;
}

EVERY_PROCESSOR
void nexus_mean_unit(const float *x, size_t rows, size_t columns, float *out) {
#pragma clang fp reassociate(on)
    memset(out, 0, columns * sizeof *out);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) out[c] += x[r * columns + c];
    // The length of the sum is in proportion to that of the mean, so dividing by the count first would change nothing.
    nexus_unit(out, columns);
}

EVERY_PROCESSOR
float nexus_quantize(const float *x, size_t columns, int8_t *out) {
    float largest = 0;
    for (size_t c = 0; c < columns; c++) {
        float magnitude = fabsf(x[c]);
        largest = magnitude > largest ? magnitude : largest;
    }
    if (!(largest > 0)) {
        memset(out, 0, columns);
        return 0;
    }
    float inverse = 127.0f / largest;
    for (size_t c = 0; c < columns; c++) out[c] = (int8_t)lrintf(x[c] * inverse);
    return largest / 127.0f;
}

EVERY_PROCESSOR
void nexus_scan(const int8_t *query, const int8_t *vectors, const float *scales, size_t count, size_t columns, float *out) {
    for (size_t i = 0; i < count; i++) {
        const int8_t *vector = vectors + i * columns;
        int32_t sum = 0;
        for (size_t c = 0; c < columns; c++) sum += (int32_t)query[c] * (int32_t)vector[c];
        out[i] = (float)sum * scales[i];
    }
}
