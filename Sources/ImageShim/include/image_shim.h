#ifndef NEXUS_IMAGE_SHIM_H
#define NEXUS_IMAGE_SHIM_H

#include <stdint.h>

// What the server asks of libvips, without the lists of arguments that Swift cannot call. Every function may be called from
// any thread once nexus_image_start has returned; those that decode take as long as that takes, or until they are stopped.

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

// Asked again and again while a picture is decoded or written, on any thread: anything but 0 ends the work.
typedef int (*nexus_image_stop)(void *context);

enum {
    NEXUS_IMAGE_DONE = 0,
    // The picture is damaged, or is none.
    NEXUS_IMAGE_FAILED = -1,
    // nexus_image_stop ended it.
    NEXUS_IMAGE_STOPPED = -2,
};

// Starts the library once, with one thread a picture and nothing kept between pictures. 0 on success.
int nexus_image_start(void);

// Reads the header alone: costs nothing however many pixels it announces. 0 on success.
int nexus_image_measure(const char *path, nexus_image_format format, nexus_image_size *size);

// Writes the picture again, upright, with its pixels and colour profile only; an animation keeps its frames.
int nexus_image_clean(const char *path, nexus_image_format format, const char *output, nexus_image_size *size,
                      nexus_image_stop stop, void *context);

// Writes the first frame as WebP, upright, without metadata, at most `side` pixels wide and high.
int nexus_image_preview(const char *path, nexus_image_format format, const char *output, int32_t side,
                        nexus_image_stop stop, void *context);

// Writes the first frame as PNG, upright, without metadata, in its own size: for terminals, which read no WebP.
int nexus_image_png(const char *path, nexus_image_format format, const char *output, nexus_image_stop stop, void *context);

// The library keeps its words about every failure until they are taken away.
void nexus_image_forget_problems(void);

#endif
