#ifndef NEXUS_IMAGE_SHIM_H
#define NEXUS_IMAGE_SHIM_H

#include <stdint.h>

// What the server asks of libvips, without the lists of arguments that Swift cannot call. Every function may be called from
// any thread once nexus_image_start has returned; each takes as long as it takes to decode the picture.

typedef enum {
    NEXUS_IMAGE_JPEG,
    NEXUS_IMAGE_PNG,
    NEXUS_IMAGE_WEBP,
    NEXUS_IMAGE_GIF,
} nexus_image_format;

typedef struct {
    // As shown: after its orientation has been applied.
    int32_t width;
    int32_t height;
    // Frames of an animation; 1 otherwise.
    int32_t frames;
} nexus_image_size;

// Starts the library once, with one thread a picture and nothing kept between pictures. 0 on success.
int nexus_image_start(void);

// Reads the header alone: costs nothing however many pixels it announces. 0 on success.
int nexus_image_measure(const char *path, nexus_image_format format, nexus_image_size *size);

// Writes the picture anew, upright and without anything but its pixels and colour profile; an animation keeps its frames.
// 0 on success; a damaged picture is a failure.
int nexus_image_clean(const char *path, nexus_image_format format, const char *output, nexus_image_size *size);

// Writes the first frame as WebP, upright, without metadata, at most `side` pixels wide and high. 0 on success.
int nexus_image_preview(const char *path, nexus_image_format format, const char *output, int32_t side);

// The library keeps its words about every failure until they are taken away.
void nexus_image_forget_problems(void);

#endif
